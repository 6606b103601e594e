"""The table on a small phone: the size of controls, and cut or covered parts."""

from __future__ import annotations

from tests.browser.person import FINISH_ANIMATIONS, Person

PHONE = {"width": 360, "height": 640}
FINGER = 44
NAMES = ".place__name, .pad__name, .lots__name, .trick__whose, .votes__name, .account__name, .tone"
"""Names and texts on a small board can have any length; without space they end in an ellipsis."""
HELPERS = """
const called = (one) => `${one.localName}.${[...one.classList].join(".")}#${one.id} "${said(one)}"`;
const said = (one) => (one.getAttribute("aria-label") ?? one.textContent).trim().replace(/\\s+/g, " ").slice(0, 30);
const at = (x, y) => document.elementFromPoint(x, y);
const middle = (one, down = 1 / 2) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return at(left + width / 2, top + height * down);
};
const inside = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
};
const shown = (one) => one.checkVisibility({ visibilityProperty: true });
"""

SMALL = """finger => {
    HELPERS
    const PRESSED = "a[href], button, summary, select, textarea, input:not([type=hidden]), label.piece";
    // A box in a label is the label.
    const surface = (one) => one.closest("label") ?? one;
    const disabled = (one) => one.disabled || one.control?.disabled;
    const hidden = (one) => !shown(one) || one.closest(".skip, .visually-hidden") || disabled(one);
    // A link in a sentence, or in code, is as high as its line.
    const inText = (one) => {
        if (getComputedStyle(one).display !== "inline") return false;
        if (one.closest("code")) return true;
        let block = one;
        while (["inline", "contents"].includes(getComputedStyle(block).display)) block = block.parentElement;
        const around = block.cloneNode(true);
        for (const other of around.querySelectorAll("a, button, svg, .visually-hidden")) other.remove();
        return /[\\p{L}\\p{N}]/u.test(around.textContent);
    };
    const hits = (target, x, y) => target.contains(at(x, y));
    // How long a line through this point is on which the target is hit.
    const reach = (target, x, y, dx, dy) => {
        let length = 1;
        for (const way of [1, -1]) {
            let far = 0;
            const next = (step) => hits(target, x + way * (far + step) * dx, y + way * (far + step) * dy);
            for (const step of [16, 4, 1]) while (far < 400 && next(step)) far += step;
            length += far;
        }
        return length;
    };
    const PLACES = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.3], [0.25, 0.3], [0.12, 0.3], [0.5, 0.8]];
    const area = (target) => {
        const box = target.getBoundingClientRect();
        let best = [0, 0];
        for (const [i, j] of PLACES) {
            const [x, y] = [Math.floor(box.left + box.width * i) + 0.5, Math.floor(box.top + box.height * j) + 0.5];
            if (!hits(target, x, y)) continue;
            const found = [reach(target, x, y, 1, 0), reach(target, x, y, 0, 1)];
            if (Math.min(...found) > Math.min(...best)) best = found;
            if (Math.min(...best) >= finger) break;
        }
        return best;
    };
    // What lies below a result, or behind an open menu, is not there to be pressed.
    const over = document.querySelector("[data-phase=over], .menu[open]");
    const small = [];
    const sheet = document.querySelector(":popover-open");
    const top = sheet ?? document;
    const scrolls = sheet || !document.getElementById("board");
    for (const one of new Set([...top.querySelectorAll(PRESSED)].map(surface))) {
        if (hidden(one) || inText(one)) continue;
        if ((scrolls || one.closest(".result")) && !(inside(one) && one.contains(middle(one)))) one.scrollIntoView({ block: "center" });
        const found = area(one);
        const covered = over && Math.max(...found) === 0;
        // What begins between two pixels is hit on one less.
        if (!covered && Math.min(...found) < finger - 1) small.push(`${found.join(" x ")} ${called(one)}`);
    }
    return small;
}""".replace("HELPERS", HELPERS)

CUT = """names => {
    HELPERS
    const cut = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const box = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
    };
    const isCut = (text, around) => {
        const { overflowX, overflowY } = getComputedStyle(around);
        const cuts = (overflow) => ["hidden", "clip"].includes(overflow);
        const edge = around.getBoundingClientRect();
        return (
            (cuts(overflowX) && (text.left < edge.left - 1 || text.right > edge.right + 1)) ||
            (cuts(overflowY) && (text.top < edge.top - 3 || text.bottom > edge.bottom + 3))
        );
    };
    const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflow);
    for (let node; (node = walker.nextNode()); ) {
        const parent = node.parentElement;
        if (!node.textContent.trim() || !shown(parent)) continue;
        // What only a screen reader reads is a pixel wide; the log has all of what is new.
        const unseen = (one) => one.getBoundingClientRect().width <= 2;
        if (unseen(parent) || parent.closest(`.skip, .visually-hidden, .news, svg, select, progress, ${names}`)) continue;
        const text = box(node);
        for (let around = parent; around && !scrolls(around); around = around.parentElement)
            if (isCut(text, around) && !unseen(around)) cut.push(`"${node.textContent.trim()}" by ${called(around)}`);
    }
    for (const small of document.querySelectorAll(".thumbnail"))
        if (shown(small) && small.scrollHeight > small.clientHeight + 1) cut.push(`what lies on ${called(small)}`);
    return cut;
}""".replace("HELPERS", HELPERS)

TABLE = """down => {
    HELPERS
    const missing = (what, selector, there) =>
        [...document.querySelectorAll(selector)].filter((one) => shown(one) && !there(one)).map((one) => `${what} ${called(one)}`);
    const lies = (one) => inside(one) && one.contains(middle(one));
    const bottom = (one) => one.getBoundingClientRect().bottom;
    const within = (selector, down) => (one) => document.querySelector(selector).contains(middle(one, down));
    return [
        ...missing("a seat", ".places > .place", (one) => inside(one) && one.contains(middle(one.querySelector(".place__name")))),
        ...missing("in the hand", "#hand > li > *, .own__pile > .pile", inside),
        ...missing("what is wanted", "#call", (one) => inside(one) && within("#line")(one)),
        ...missing("what one can do", "#board .line .button--primary, #board .line [name=pick]", lies),
        ...missing("in the middle", ".middle .card", within(".middle", down)),
        ...missing("of one's own place", ".you", (one) => bottom(one) < bottom(document.querySelector(".board__table")) + 1),
    ];
}""".replace("HELPERS", HELPERS)
BEYOND = """() => {
    HELPERS
    const right = (one) => one.getBoundingClientRect().right;
    const cards = [...document.querySelectorAll(":is(.place, .you) .card:not(.threat)")].filter(shown);
    return cards.filter((one) => right(one) > right(one.closest(".place, .you")) + 4).map(called);
}""".replace("HELPERS", HELPERS)
"""Tolerance in pixels, because cards may be slightly rotated."""
WIDER = "width => Math.max(0, document.documentElement.scrollWidth - width)"


def troubles(person: Person) -> list[str]:
    """Return controls that are too small for a thumb, cut texts, and a page wider than the phone."""
    person.page.evaluate(FINISH_ANIMATIONS)
    wider = person.page.evaluate(WIDER, PHONE["width"])
    found: list[str] = [
        *(f"small: {one}" for one in person.page.evaluate(SMALL, FINGER)),
        *(f"cut off: {one}" for one in person.page.evaluate(CUT, NAMES)),
        *([f"{wider} px wider than the phone"] if wider else []),
    ]
    return found


def troubles_at_table(person: Person) -> list[str]:
    """Return the same for a table, and its parts that are visible only by scrolling."""
    return [*(f"not seen: {one}" for one in unseen(person)), *troubles(person)]


def beyond(person: Person) -> list[str]:
    """Return the cards outside of the place of their seat, where they are cut or overlap another's."""
    person.page.evaluate(FINISH_ANIMATIONS)
    found: list[str] = person.page.evaluate(BEYOND)
    return found


def unseen(person: Person, down: float = 0.5) -> list[str]:
    """Return the parts of a table that are visible only by scrolling, on a screen of any size.

    `down`: the part of a card in the middle that must be visible, as a share of its height.
    """
    person.page.evaluate(FINISH_ANIMATIONS)
    missing: list[str] = person.page.evaluate(TABLE, down)
    return missing
