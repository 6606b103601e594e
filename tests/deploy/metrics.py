"""A fleet's metrics, parsed by Prometheus' own client."""

from __future__ import annotations

from django.conf import settings
from prometheus_client.parser import text_string_to_metric_families

from tests.deploy import monitoring
from tests.deploy.fleet import Fleet

Samples = dict[str, list[tuple[dict[str, str], float]]]


def scraped(fleet: Fleet, *names: str) -> Samples:
    """Return all samples of these processes by name, each with labels and value."""
    found: Samples = {}
    for name in names:
        for family in text_string_to_metric_families(fleet.measured(name)):
            for sample in family.samples:
                found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found


def check(fleet: Fleet, name: str) -> None:
    """Check that the metrics contain the play of two people, in this web process, and of a bot."""
    web = scraped(fleet, name)
    assert value(web, "nightcap_measured") == 1
    assert value(web, "nightcap_build_info", version=settings.VERSION) == 1
    assert value(web, "nightcap_ready", check="database") == 1
    assert value(web, "nightcap_moves_total", by="person") > 0
    assert value(web, "nightcap_move_seconds_count") > 0
    assert value(web, "nightcap_sockets", kind="TableSocket") >= 0
    assert value(web, "nightcap_boards_total", fate="pushed") > 0
    assert value(web, "nightcap_matches", status="running") == 1
    assert value(web, "nightcap_pool", state="most") == 10
    assert value(web, "nightcap_heartbeat_age_seconds", part="web") < 30
    assert value(scraped(fleet, "bots"), "nightcap_moves_total", by="bot") > 0


def check_monitoring(fleet: Fleet, name: str) -> None:
    """Check that the fleet, with this web process, has every metric of the dashboard and the alerts."""
    samples = scraped(fleet, name, "worker-2", "bots", "slow")
    for asked in (*monitoring.of_dashboard(), *monitoring.of_alerts()):
        if asked.metric == monitoring.UP:
            continue
        found = [labels for labels, _ in samples.get(asked.metric, ())]
        assert any(asked.fits(labels) for labels in found), (asked, found)


def value(samples: Samples, name: str, **labels: str) -> float:
    """Return the sum of the samples with these labels; there must be at least one."""
    found = [value for given, value in samples[name] if labels.items() <= given.items()]
    assert found, (name, labels, samples[name])
    return sum(found)
