"""What deploy/monitoring asks Prometheus for, read by a parser of its language."""

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
"""Labels that it puts on whatever it reads."""
UP = "up"
"""Its own metric, of every process that it should find: whether that answered."""


@dataclass(frozen=True)
class Asked:
    """A metric, the labels that are needed, and what some of them have to be (regular expressions)."""

    expression: str
    metric: str
    labels: frozenset[str]
    values: tuple[tuple[str, str], ...]

    def fits(self, labels: Mapping[str, str]) -> bool:
        """Whether a sample with these labels is one that is asked for."""
        return self.labels <= set(labels) and all(
            re.fullmatch(wanted, labels[name]) for name, wanted in self.values
        )


def alerts() -> list[dict[str, Any]]:
    """The rules of alerts.yaml."""
    groups = yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    """The panels of the dashboard."""
    found: list[dict[str, Any]] = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    return found


def of_alerts() -> Iterator[Asked]:
    """What the alerts ask for, with the labels that their sentences name."""
    for rule in alerts():
        told = re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"])
        yield from asked(rule["expr"], frozenset(told))


def of_dashboard() -> Iterator[Asked]:
    """What the panels ask for, with the labels that their legends name."""
    for panel in panels():
        for target in panel["targets"]:
            told = re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])
            yield from asked(target["expr"], frozenset(told))


def asked(expression: str, told: frozenset[str] = frozenset()) -> Iterator[Asked]:
    """Every metric in an expression of PromQL.

    Raises:
        ValueError: it is none.
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
    """Every selector below, with the labels that the aggregations around it keep."""
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
