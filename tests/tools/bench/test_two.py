"""Two web processes: each match has one of them."""

from __future__ import annotations

from typing import Any, cast

from tools.bench.house import House, TwoWebs

HOSTS = ["127.0.0.1:1", "127.0.0.1:2"]


class _House:
    host = HOSTS[0]

    def groups(self) -> dict[str, list[int]]:
        return {"web": [11], "database": [12]}

    def lay(self, tables: int) -> list[dict[str, Any]]:
        return [{"path": f"/matches/{number}/", "host": self.host} for number in range(tables)]


def test_a_match_has_one_process_and_both_have_matches() -> None:
    two = TwoWebs(cast(House, _House()), HOSTS[1], 13)
    laid = two.lay(40)
    assert laid == two.lay(40)
    hosts = [table["host"] for table in laid]
    assert min(map(hosts.count, HOSTS)) > 10
    assert two.groups() == {"web": [11, 13], "database": [12]}
