"""Free ports of the tests."""

from __future__ import annotations

from tests.ports import FIRST, SHARE, free_port, free_ports


def test_no_port_is_given_twice() -> None:
    # 200 random ones of 1,596 would hardly ever be different.
    ports = [free_port() for _ in range(196)] + [*free_ports(4)]
    assert len(set(ports)) == len(ports)
    assert {port for port in ports if FIRST <= port < FIRST + SHARE} == set(ports)
