"""The words of a screen reader: for the focus, for live regions, and for a part that is read.

Names, roles and states are those that Chromium reports to assistive technology. An existing live
region speaks new content. A region that appears with content speaks only if it is an alert, as in
most screen readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Locator, Page

LISTEN: Final = """(() => {
    const ALERT = '[role=alert], [aria-live=assertive]';
    const LIVE = `[aria-live=polite], [role=status], [role=log], output, ${ALERT}`;
    const SILENT = '[hidden], [aria-hidden=true]';
    const there = (one) => one.isConnected && one.checkVisibility() && !one.closest(SILENT);
    const words = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return node.data;
        if (node.nodeType !== Node.ELEMENT_NODE || !there(node)) return '';
        const glue = getComputedStyle(node).display === 'inline' ? '' : ' ';
        return glue + [...node.childNodes].map(words).join('') + glue;
    };
    const plain = (nodes) => nodes.map(words).join(' ').replace(/\\s+/g, ' ').trim();
    const all = (selector) => new Set([...document.querySelectorAll(selector)].filter(there));
    const heard = (window.heard = []);
    let known = new Set();
    let alerts = new Set();
    const listen = (records) => {
        const added = new Map();
        for (const { type, target, addedNodes } of records) {
            const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
            const live = element?.closest(LIVE);
            if (live && type !== 'attributes')
                added.set(live, [...(added.get(live) ?? []), ...(type === 'childList' ? addedNodes : [target])]);
        }
        const spoken = [];
        const alerting = [...all(ALERT)].filter((one) => plain([one]));
        for (const one of alerting) if (!alerts.has(one) || added.has(one)) spoken.push(plain([one]));
        for (const [one, nodes] of added) {
            if (one.matches(ALERT) || !known.has(one) || !there(one)) continue;
            const whole = one.matches('[role=status], output, [aria-atomic=true]');
            spoken.push(plain(whole ? [one] : nodes.filter((node) => node.isConnected)));
        }
        heard.push(...spoken.filter(Boolean));
        alerts = new Set(alerting);
        known = all(LIVE);
    };
    const begin = () => {
        window.arrived = document.title;
        known = all(LIVE);
        alerts = new Set([...all(ALERT)].filter((one) => plain([one])));
        heard.push(...[...alerts].map((one) => plain([one])));
        const everything = { subtree: true, childList: true, characterData: true, attributes: true };
        new MutationObserver(listen).observe(document, everything);
    };
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
    else begin();
})()"""

NAMED: Final = frozenset(
    ("region", "group", "navigation", "banner", "complementary", "contentinfo", "form", "toolbar")
)
"""Roles without a meaning unless they have a name."""
CONTAINERS: Final = NAMED | {"list", "table", "main", "dialog", "radiogroup"}
"""Roles that are announced when the focus enters, and read with their content."""
CONTROLS: Final = frozenset(
    ("button", "checkbox", "radio", "link", "textbox", "searchbox", "combobox", "spinbutton")
) | {"disclosure"}
WITHOUT_CHILDREN: Final = CONTROLS | {"image", "heading", "progressbar"}
BLOCKS: Final = frozenset(("P", "DIV", "DL", "FIELDSET", "FOOTER", "HEADER", "CAPTION", "SECTION"))
SAID_SO: Final = {"DisclosureTriangle": "disclosure", "StaticText": "text", "RootWebArea": "page"}


@dataclass(frozen=True)
class Node:
    """A node of the page's accessibility tree."""

    id: int
    role: str
    name: str
    states: tuple[str, ...]
    description: str

    @classmethod
    def read(cls, raw: dict[str, Any]) -> Node:
        """Return the node for a node of Chromium's protocol."""
        properties = {one["name"]: one["value"].get("value") for one in raw.get("properties", ())}
        role = raw.get("role", {}).get("value", "")
        value = str(raw.get("value", {}).get("value", ""))
        return cls(
            id=raw.get("backendDOMNodeId", 0),
            role=SAID_SO.get(role, role),
            name=_plain(raw.get("name", {}).get("value", "")),
            states=tuple(_states(role, properties, value)),
            description=_plain(raw.get("description", {}).get("value", "")),
        )

    @property
    def is_container(self) -> bool:
        """True if entering this container is announced."""
        return self.role in CONTAINERS and (bool(self.name) or self.role not in NAMED)

    def __str__(self) -> str:
        role = "" if self.role == "text" else self.role
        described = self.description if self.description != self.name else ""
        return ", ".join(filter(None, (self.name, role, *self.states, described)))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _states(role: str, properties: dict[str, Any], value: str) -> Iterator[str]:
    if "level" in properties:
        yield str(properties["level"])
    if role in {"checkbox", "radio", "switch"}:
        yield "checked" if properties.get("checked") == "true" else "not checked"
    if "pressed" in properties:
        yield "pressed" if properties["pressed"] == "true" else "not pressed"
    if "expanded" in properties:
        yield "expanded" if properties["expanded"] else "collapsed"
    if properties.get("disabled"):
        yield "unavailable"
    if properties.get("invalid") not in (None, "false"):
        yield "invalid"
    if role in {"textbox", "searchbox", "combobox", "spinbutton", "progressbar"}:
        yield f"“{value}”" if value else "empty"
    if properties.get("keyshortcuts"):
        yield f"key {properties['keyshortcuts']}"


class Reader:
    """Listens to a page from before it is loaded."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(LISTEN)
        self._protocol = page.context.new_cdp_session(page)
        self._protocol.send("Accessibility.enable")
        self._focus: Node | None = None
        self._within: tuple[int, ...] = ()

    def hear(self) -> Iterator[str]:
        """Return the words since the last call: for a new page, a moved focus, and live regions."""
        if title := self.page.evaluate("[window.arrived, (window.arrived = '')][0]"):
            self._focus, self._within = None, ()
            yield f"{title}, page"
        yield from self._hear_focus()
        if live := self.page.evaluate("window.heard.splice(0)"):
            yield " ".join(live)

    @property
    def focus(self) -> Node:
        """The focused node."""
        return self._path()[0]

    def node(self, control: Locator) -> Node:
        """Return the node of a control."""
        control.evaluate("element => (window.meant = element)")
        return self._path("window.meant")[0]

    def is_within(self, role: str, name: str) -> bool:
        """Return whether the focus is in this part of the page."""
        return any((one.role, one.name) == (role, name) for one in self._path())

    def _path(self, which: str = "document.activeElement") -> list[Node]:
        """Return the focused node and its containers, from the inside out."""
        element = self._protocol.send("Runtime.evaluate", {"expression": which})
        found = self._protocol.send(
            "Accessibility.getAXNodeAndAncestors", {"objectId": element["result"]["objectId"]}
        )
        return [Node.read(raw) for raw in found["nodes"] if not raw["ignored"]]

    def _hear_focus(self) -> Iterator[str]:
        now, *around = self._path()
        before, self._focus = self._focus, now
        within = [one for one in around if one.is_container]
        entered = [str(one) for one in reversed(within) if one.id not in self._within]
        self._within = (now.id, *(one.id for one in within))
        if now.role == "page":
            if before is not None and before.role != "page":
                yield "(Nothing has the focus any more.)"
            return
        if before is None or before.id != now.id or before.name != now.name:
            yield ". ".join(words.removesuffix(".") for words in (*entered, str(now)))
        elif before.states != now.states:
            yield ", ".join(state for state in now.states if state not in before.states)

    def read(self, role: str, name: str) -> list[str]:
        """Read a part of the page from beginning to end, in lines."""
        tree = self._protocol.send("Accessibility.getFullAXTree")["nodes"]
        for raw in tree:
            node = Node.read(raw)
            if not raw["ignored"] and (node.role, node.name) == (role, name):
                return list(_Reading(tree, self._blocks()).lines(raw))
        raise LookupError(f"There is no {role} “{name}”.")

    def _blocks(self) -> set[int]:
        """Return the nodes that begin and end a line on the page."""
        page = self._protocol.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
        nodes, strings = page["documents"][0]["nodes"], page["strings"]
        named = zip(nodes["backendNodeId"], nodes["nodeName"], strict=True)
        return {node for node, name in named if strings[name] in BLOCKS}


class _Reading:
    """Walks a part of the tree; each list item, heading and paragraph begins a line."""

    def __init__(self, tree: list[dict[str, Any]], blocks: set[int]) -> None:
        self._nodes = {raw["nodeId"]: raw for raw in tree}
        self._blocks = blocks

    def lines(self, raw: dict[str, Any], depth: int = 0) -> Iterator[str]:
        """Yield all lines; the content of a container is indented."""
        words: list[str] = []

        def line() -> Iterator[str]:
            if text := _tidy(" ".join(words)):
                yield "  " * depth + text
            words.clear()

        for child in self._children(raw):
            node = Node.read(child)
            if node.role == "text":
                words.append(node.name)
            elif node.role in WITHOUT_CHILDREN and node.role != "heading":
                words.append(f"[{node}]")
            elif node.role == "heading":
                yield from line()
                yield "  " * depth + f"{node}"
            elif node.role == "row":
                yield from line()
                cells = (_tidy(" ".join(self.lines(cell))) for cell in self._children(child))
                yield "  " * depth + " | ".join(cells)
            elif node.role == "listitem":
                yield from line()
                first, *others = list(self.lines(child, depth)) or [""]
                yield first[: 2 * depth] + "- " + first[2 * depth :]
                yield from ("  " + other for other in others)
            elif node.is_container:
                yield from line()
                inner = list(self.lines(child, depth + 1))
                if inner or node.name:
                    yield "  " * depth + f"{node}:"
                yield from inner
            elif controls := self._labelled(child):
                words.extend(f"[{one}]" for one in controls)
            elif node.role == "term":
                yield from line()
                words.append("".join(self.lines(child)) + ":")
            elif node.role == "definition":
                words.extend(self.lines(child))
                yield from line()
            else:
                inner = list(self.lines(child, depth))
                if node.id in self._blocks or len(inner) != 1:
                    yield from line()
                    yield from inner
                else:
                    words.append(inner[0].strip())
        yield from line()

    def _labelled(self, raw: dict[str, Any]) -> list[Node]:
        """Return the controls within a label, which speak the label's text themselves."""
        if raw["role"]["value"] != "LabelText":
            return []
        return [
            node for child in self._children(raw) if (node := Node.read(child)).role in CONTROLS
        ]

    def _children(self, raw: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for number in raw.get("childIds", ()):
            child = self._nodes.get(number)
            if child is None or child.get("role", {}).get("value") == "InlineTextBox":
                continue
            if child["ignored"] and child.get("backendDOMNodeId") not in self._blocks:
                yield from self._children(child)
            else:
                yield child


def _tidy(text: str) -> str:
    return re.sub(r" ([,.:])", r"\1", _plain(text))
