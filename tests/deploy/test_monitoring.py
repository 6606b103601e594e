"""The dashboard and the alerts; test_fleet.py checks their metrics in a running fleet."""

from __future__ import annotations

import re

import yaml

from tests.deploy import monitoring
from tests.deploy.files import DEPLOY, ROOT, compose, filled


def test_every_alert_says_what_is_wrong_and_where_to_read_on() -> None:
    names = [rule["alert"] for rule in monitoring.alerts()]
    assert len(names) == len(set(names)) >= 10
    for rule in monitoring.alerts():
        assert rule["annotations"]["summary"], rule
        assert re.fullmatch(r"docs/runbook\.md#[a-z-]+", rule["annotations"]["runbook_url"]), rule
        assert rule["labels"]["severity"] in ("page", "ticket"), rule
    assert [*monitoring.of_alerts()]


def test_every_alert_leads_to_a_chapter_of_the_runbook() -> None:
    chapters = re.findall(r"^## (.+)$", (ROOT / "docs" / "runbook.md").read_text(), re.MULTILINE)
    anchors = {chapter.lower().replace(" ", "-") for chapter in chapters}
    urls = {rule["annotations"]["runbook_url"] for rule in monitoring.alerts()}
    assert {url.partition("#")[2] for url in urls} <= anchors


def test_a_process_that_hangs_is_noticed_whatever_the_others_say() -> None:
    """Docker does not restart an unhealthy container, and all processes of a service share the
    heartbeat.
    """
    asked = [rule["expr"] for rule in monitoring.alerts() if rule["expr"].startswith(monitoring.UP)]
    ((jobs,),) = [re.findall(r'job=~"(.+)"', expression) for expression in asked]
    found = yaml.safe_load((monitoring.FOLDER / "prometheus.yaml").read_text())
    for job in found["scrape_configs"]:
        assert re.fullmatch(jobs, job["job_name"])


def test_every_panel_asks_for_something() -> None:
    for panel in monitoring.panels():
        assert panel["targets"], panel["title"]
    assert len([*monitoring.of_dashboard()]) >= len(monitoring.panels())


def test_a_label_that_is_nowhere_is_found() -> None:
    (one,) = monitoring.asked('sum by (game) (rate(nightcap_moves_total{by="bot"}[5m]))')
    assert one.fits({"game": "x", "by": "bot"})
    assert not one.fits({"by": "bot"})
    assert not one.fits({"game": "x", "by": "person"})


def test_prometheus_finds_every_service_that_measures() -> None:
    found = yaml.safe_load((monitoring.FOLDER / "prometheus.yaml").read_text())
    named = {
        name
        for job in found["scrape_configs"]
        for config in job["dns_sd_configs"]
        for name in config["names"]
    }
    assert named == {"web", "worker", "bots", "slow"} <= set(compose()["services"])
    (also,) = compose("compose.small.yaml")["services"]["beat"]["networks"]["outside"]["aliases"]
    assert also in named, "on a small machine beat is all workers"


def test_monitoring_is_reached_from_this_machine_alone() -> None:
    """It reads our files."""
    services = compose("compose.monitoring.yaml")["services"]
    for service in services.values():
        assert service["mem_limit"].endswith("m"), "the database has the rest"
        assert service["pids_limit"] > 200
        assert re.search(r":v?\d+\.\d+\.\d+$", service["image"])
        assert service["networks"] == ["outside"]
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            assert not source.startswith("./") or (DEPLOY / source).is_file(), source
        for port in service.get("ports", ()):
            assert filled(port, {}).startswith("127.0.0.1:")
