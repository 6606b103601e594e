"""The manifests for a cluster: valid for Kubernetes, with the same processes as compose.yaml."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from config.version import read_version
from tests.deploy import files
from tests.deploy.files import DEPLOY, command, compose
from tests.deploy.test_files import TAG, settings_read

FOLDER = DEPLOY / "kubernetes"
OLDEST, NEWEST = "1.30", kubernetes_validate.latest_version()
OURS = ("backup", "beat", "bots", "prepare", "slow", "web", "worker")
OF_POSTGRES = {"POSTGRES_PASSWORD"}
KEPT_BY_NAME_SERVERS = 30
"""Seconds, as usual in clusters."""


def manifests() -> list[dict[str, Any]]:
    """Return every object, also those in lists."""
    found: list[dict[str, Any]] = []
    for path in sorted(FOLDER.rglob("*.yaml")):
        if path.name != "kustomization.yaml":
            for document in yaml.safe_load_all(path.read_text()):
                found += document["items"] if document["kind"] == "List" else [document]
    return found


ALL = manifests()
NAMES = [f"{each['kind']}-{each['metadata']['name']}" for each in ALL]


def of_kind(*kinds: str) -> dict[str, dict[str, Any]]:
    """Return the objects of these kinds, by name."""
    return {each["metadata"]["name"]: each for each in ALL if each["kind"] in kinds}


WORKLOADS = of_kind("Deployment", "StatefulSet", "Job") | {
    name: job["spec"]["jobTemplate"] for name, job in of_kind("CronJob").items()
}


def pod(name: str) -> dict[str, Any]:
    """Return the pod template of a workload."""
    found: dict[str, Any] = WORKLOADS[name]["spec"]["template"]
    return found


def container(name: str) -> dict[str, Any]:
    """Return the only container of a workload's pods."""
    (found,) = pod(name)["spec"]["containers"]
    return dict(found)


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
@pytest.mark.parametrize("manifest", ALL, ids=NAMES)
def test_kubernetes_takes_it(manifest: dict[str, Any], version: str) -> None:
    kubernetes_validate.validate(manifest, version, strict=True)


def test_the_schemas_refuse_what_is_misspelt() -> None:
    wrong = {**ALL[0], "metadata": {"name": "nightcap", "nmaespace": "x"}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, NEWEST, strict=True)


def test_kustomize_is_given_every_file() -> None:
    for folder in (FOLDER, FOLDER / "prepare"):
        there = {path.name for path in folder.glob("*.yaml")} - {"kustomization.yaml"}
        listed = yaml.safe_load((folder / "kustomization.yaml").read_text())["resources"]
        assert set(listed) == there


@pytest.mark.parametrize("name", OURS)
def test_it_runs_what_compose_runs(name: str) -> None:
    given = container(name).get("args") or command("web")
    # In a cluster each backup is a separate job.
    every = [word for word in command(name) if word not in ("--every", "24")]
    assert given == every
    assert container(name)["image"] == "nightcap"


@pytest.mark.parametrize("name", [name for name in OURS if name not in ("backup", "prepare")])
def test_it_ends_in_its_own_time(name: str) -> None:
    grace = compose()["services"][name]["stop_grace_period"]
    before = container(name).get("lifecycle", {}).get("preStop", {"exec": {"command": [0, 0]}})
    own = int(grace.removesuffix("s")) + int(before["exec"]["command"][1])
    assert pod(name)["spec"]["terminationGracePeriodSeconds"] == own


@pytest.mark.parametrize("name", OURS)
def test_it_may_do_nothing_that_it_need_not(name: str) -> None:
    uid = files.uid()
    spec, one = pod(name)["spec"], container(name)
    assert spec["securityContext"]["runAsNonRoot"]
    assert spec["securityContext"]["runAsUser"] == uid
    assert spec["automountServiceAccountToken"] is False
    assert one["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }


@pytest.mark.parametrize("name", sorted(WORKLOADS))
def test_it_says_what_it_needs_of_a_machine(name: str) -> None:
    assert {"cpu", "memory"} <= set(container(name)["resources"]["requests"])
    assert "memory" in container(name)["resources"]["limits"]


def test_images_are_ours_or_those_of_compose() -> None:
    ours = {"nightcap", "nightcap-front"}
    known = {service["image"] for service in compose()["services"].values()}
    used = {container(name)["image"] for name in WORKLOADS}
    assert used - ours <= known
    assert all(TAG.fullmatch(image) for image in used - ours)
    for folder in (FOLDER, FOLDER / "prepare"):
        named = yaml.safe_load((folder / "kustomization.yaml").read_text())["images"]
        assert {image["name"] for image in named} <= ours
        assert {image["newTag"] for image in named} == {read_version()}


def test_settings_are_ours_and_secrets_are_not_in_the_repository() -> None:
    assert set(of_kind("ConfigMap")["nightcap-settings"]["data"]) <= set(settings_read())
    assert of_kind("Secret") == {}
    assert "/deploy/kubernetes/secrets.env" in (DEPLOY.parent / ".gitignore").read_text().split()


def test_a_release_is_rolled_out_without_a_gap() -> None:
    for name in ("bots", "front", "slow", "web", "worker"):
        rolling = WORKLOADS[name]["spec"]["strategy"]["rollingUpdate"]
        assert rolling == {"maxUnavailable": 0, "maxSurge": 1}
    for probe in ("readinessProbe", "livenessProbe", "startupProbe"):
        assert container("web")[probe]["httpGet"]["path"] == "/healthz"
    assert WORKLOADS["beat"]["spec"]["strategy"] == {"type": "Recreate"}
    assert WORKLOADS["beat"]["spec"]["replicas"] == 1


def test_what_selects_finds_something() -> None:
    labels = [pod(name)["metadata"]["labels"] for name in WORKLOADS]
    selectors = [each["spec"]["selector"] for each in of_kind("Service").values()]
    budgets = of_kind("PodDisruptionBudget")
    selectors += [each["spec"]["selector"]["matchLabels"] for each in budgets.values()]
    assert set(budgets) == {"front", "web", "worker"}
    for wanted in selectors:
        assert any(wanted.items() <= each.items() for each in labels), wanted
    for name in WORKLOADS:
        if "selector" in WORKLOADS[name]["spec"]:
            assert WORKLOADS[name]["spec"]["selector"]["matchLabels"] == {"app": name}
            assert pod(name)["metadata"]["labels"]["app"] == name


def test_it_grows_by_a_metric_that_every_cluster_has() -> None:
    scaled = of_kind("HorizontalPodAutoscaler")
    assert set(scaled) == {"web", "bots"}
    for name, each in scaled.items():
        assert each["spec"]["scaleTargetRef"]["name"] == name
        assert "replicas" not in WORKLOADS[name]["spec"], "a fixed number would undo the autoscaler"
        assert each["spec"]["minReplicas"] >= 2
        (metric,) = each["spec"]["metrics"]
        target = metric["resource"]["target"]["averageUtilization"] / 100
        limits = container(name)["resources"]
        asked = int(limits["requests"]["cpu"].removesuffix("m")) / 1000
        assert target * asked < 0.75 * float(limits["limits"]["cpu"])


def test_a_web_process_ends_after_all_nginx_forget_it() -> None:
    """Until then a list of nginx may consist of pods that are about to end."""
    (kept,) = re.findall(r"valid=(\d+)s", (DEPLOY / "nginx" / "resolver.conf.template").read_text())
    stays = int(container("web")["lifecycle"]["preStop"]["exec"]["command"][1])
    assert stays > KEPT_BY_NAME_SERVERS + int(kept)
    ends_within = pod("web")["spec"]["terminationGracePeriodSeconds"]
    assert WORKLOADS["web"]["spec"]["minReadySeconds"] >= ends_within > stays


def test_nginx_asks_for_the_pods_themselves() -> None:
    env = {each["name"]: each["value"] for each in container("front")["env"]}
    (name,) = re.findall(r"^server (\S+) service=http resolve max_fails=0;$", env["NIGHTCAP_WEB"])
    service = of_kind("Service")[name.partition(".")[0]]["spec"]
    assert service["clusterIP"] == "None"
    assert service["selector"] == {"app": "web"}
    assert [port["name"] for port in service["ports"]] == ["http"]
    namespace = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())["namespace"]
    assert name.split(".", 1)[1] == f"{namespace}.svc.cluster.local"
    files = of_kind("ConfigMap")["front"]["data"]
    assert {mount["subPath"] for mount in container("front")["volumeMounts"]} == set(files)
    assert all((DEPLOY / "nginx" / file).exists() for file in files)
    for policy in of_kind("NetworkPolicy").values():
        if policy["spec"]["podSelector"] in ({}, {"matchLabels": {"app": "front"}}):
            assert policy["spec"]["policyTypes"] == ["Ingress"], "it may ask the name servers"


def test_the_data_is_reached_by_what_needs_it_alone() -> None:
    policies = of_kind("NetworkPolicy")
    assert policies["nobody"]["spec"] == {"podSelector": {}, "policyTypes": ["Ingress"]}
    (rule,) = policies["data"]["spec"]["ingress"]
    assert rule == {"from": [{"podSelector": {"matchLabels": {"reaches": "data"}}}]}
    reaching = {
        name for name in WORKLOADS if pod(name)["metadata"]["labels"].get("reaches") == "data"
    }
    assert reaching == set(OURS)


def test_whose_word_is_believed_is_the_only_one_to_reach_nginx() -> None:
    """Other pods in the trusted network could forge the address of a user."""
    (rule,) = of_kind("NetworkPolicy")["front"]["spec"]["ingress"]
    (asks,) = rule["from"]
    assert set(asks) == {"namespaceSelector"}
    assert asks["namespaceSelector"]["matchLabels"]


def test_metrics_are_read_by_prometheus_alone() -> None:
    """Only Prometheus reads the metrics of each process."""
    spec = of_kind("NetworkPolicy")["metrics"]["spec"]
    (rule,) = spec["ingress"]
    (port,) = rule["ports"]
    (asks,) = rule["from"]
    assert set(asks) == {"namespaceSelector"}
    settings = of_kind("ConfigMap")["nightcap-settings"]["data"]
    assert settings["NIGHTCAP_METRICS"] == f"0.0.0.0:{port['port']}"
    (selected,) = spec["podSelector"]["matchExpressions"]
    for name in selected["values"]:
        asked = pod(name)["metadata"]["annotations"]
        assert asked == {"prometheus.io/scrape": "true", "prometheus.io/port": str(port["port"])}
    assert {"web", "worker", "bots", "slow"} == set(selected["values"])


# --- a small cluster ------------------------------------------------------------------------


def rendered(folder: Path, components: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Return what kustomize makes of the manifests, by kind and name."""
    shutil.copytree(FOLDER, folder)
    (folder / "secrets.env").write_text("NIGHTCAP_SECRET_KEY=x")
    chosen = folder / "kustomization.yaml"
    text = chosen.read_text()
    assert "\n#components: [small]\n" in text
    chosen.write_text(text.replace("\n#components: [small]\n", f"\n{components}\n"))
    done = subprocess.run(
        ["kubectl", "kustomize", folder], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return {
        (each["kind"], each["metadata"]["name"]): each for each in yaml.safe_load_all(done.stdout)
    }


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="needs kubectl")
def test_a_small_cluster_has_one_of_each(tmp_path: Path) -> None:
    """It has the processes of compose.small.yaml, and all else as it was."""
    usual = rendered(tmp_path / "usual", "")
    small = rendered(tmp_path / "small", "components: [small]")
    changed = {
        "Deployment": ["beat", "bots", "slow", "worker"],
        "HorizontalPodAutoscaler": ["web"],
        "NetworkPolicy": ["metrics"],
    }
    assert sorted(key for key in usual if usual[key] != small[key]) == [
        (kind, name) for kind, names in changed.items() for name in names
    ]
    for version in (OLDEST, NEWEST):
        for manifest in small.values():
            kubernetes_validate.validate(manifest, version, strict=True)

    replicas = {
        name: each["spec"]["replicas"]
        for (kind, name), each in small.items()
        if kind == "Deployment" and "replicas" in each["spec"]
    }
    assert replicas == {"front": 2, "valkey": 1, "beat": 1, "worker": 0, "bots": 0, "slow": 0}
    scaled = small["HorizontalPodAutoscaler", "web"]["spec"]
    assert scaled["minReplicas"] == scaled["maxReplicas"] == 1

    template = small["Deployment", "beat"]["spec"]["template"]
    (one,) = template["spec"]["containers"]
    given = compose("compose.small.yaml")["services"]["beat"]
    assert one["args"] == given["command"]
    grace = template["spec"]["terminationGracePeriodSeconds"]
    assert given["stop_grace_period"] == f"{grace}s"
    memory = one["resources"]["limits"]["memory"]
    assert files.filled(given["mem_limit"], {}) == memory.removesuffix("i").lower()
    assert template["metadata"]["annotations"] == pod("worker")["metadata"]["annotations"]
    (selected,) = small["NetworkPolicy", "metrics"]["spec"]["podSelector"]["matchExpressions"]
    assert set(selected["values"]) == {"web", "worker", "bots", "slow", "beat"}
