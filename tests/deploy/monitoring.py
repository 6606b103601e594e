"""The queries of deploy/monitoring, read by a PromQL parser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import promql_parser as promql
import yaml

from tests.deploy.files import DEPLOY

FOLDER = DEPLOY / "monitoring"
OF_PROMETHEUS = {"job", "instance"}
"""Labels that Prometheus adds to all samples."""
UP = "up"
"""Prometheus' own metric: whether each expected process answered."""


@dataclass(frozen=True)
class Asked:
    """A metric with its required labels, and patterns for some of their values."""

    expression: str
    metric: str
    labels: frozenset[str]
    values: tuple[tuple[str, str], ...]

    def fits(self, labels: Mapping[str, str]) -> bool:
        """Return whether the query selects a sample with these labels."""
        return self.labels <= set(labels) and all(
            re.fullmatch(wanted, labels[name]) for name, wanted in self.values
        )


def alerts() -> list[dict[str, Any]]:
    """Return the rules of alerts.yaml."""
    groups = yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    """Return the panels of the dashboard."""
    found: list[dict[str, Any]] = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    return found


def of_alerts() -> Iterator[Asked]:
    """Return the queries of the alerts, with the labels in their texts."""
    for rule in alerts():
        told = re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"])
        yield from asked(rule["expr"], frozenset(told))


def of_dashboard() -> Iterator[Asked]:
    """Return the queries of the panels, with the labels in their legends."""
    for panel in panels():
        for target in panel["targets"]:
            told = re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])
            yield from asked(target["expr"], frozenset(told))


def asked(expression: str, told: frozenset[str] = frozenset()) -> Iterator[Asked]:
    """Return every metric in a PromQL expression.

    Raises:
        ValueError: the expression is invalid.
    """
    for node, labels in _selectors(promql.parse(expression), told):
        equal = (promql.MatchOp.Equal, promql.MatchOp.Re)
        matchers = node.matchers.matchers
        assert all(one.op in equal for one in matchers), expression
        values = [
            (one.name, re.escape(one.value) if one.op == equal[0] else one.value)
            for one in matchers
            if one.name not in OF_PROMETHEUS
        ]
        needed = {*labels, *(name for name, _ in values)} - OF_PROMETHEUS
        yield Asked(expression, node.name, frozenset(needed), tuple(values))


def _selectors(node: Any, labels: frozenset[str]) -> Iterator[tuple[Any, frozenset[str]]]:
    """Yield every selector below this node, with the labels that the aggregations around it keep."""
    if isinstance(node, promql.VectorSelector):
        yield node, labels
    elif isinstance(node, promql.MatrixSelector):
        yield node.vector_selector, labels
    elif isinstance(node, promql.BinaryExpr):
        yield from _selectors(node.lhs, labels)
        yield from _selectors(node.rhs, labels)
    elif isinstance(node, promql.AggregateExpr):
        assert node.modifier is None or node.modifier.type == promql.AggModifierType.By
        kept = node.modifier.labels if node.modifier else ()
        yield from _selectors(node.expr, labels | set(kept))
    elif isinstance(node, promql.Call):
        for argument in node.args:
            yield from _selectors(argument, labels)
    elif isinstance(node, (promql.ParenExpr, promql.UnaryExpr)):
        yield from _selectors(node.expr, labels)
    else:
        assert isinstance(node, promql.NumberLiteral), type(node)
