"""The shapes of a page: nothing lies over, cut off, too small or out of reach, at any size.

The script runs in the page. It brings each part into view as a person would, by scrolling only what
shows that it scrolls, and then asks the browser which element is at that point.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any, Final, NamedTuple

from PIL import Image
from playwright.sync_api import Page

from tests.browser.person import FINISH_ANIMATIONS, Person

FINGER: Final = 44
POINTER: Final = 24
"""The smallest sides of a control, in pixels: for a finger, and for a mouse."""
CONTRAST: Final = 3
INK: Final = 0.03
"""The contrast of a card's drawing with its paper, and the least share of the card that it covers."""
NAMES: Final = (
    ".place__name, .pad__name, .lots__name, .trick__whose, .account__name, .tone, .top__home"
)
"""Names and texts on a small board can have any length; without space they end in an ellipsis."""
SIDEWAYS: Final = ".scroll, .hand, .places"
"""Areas that may scroll sideways; they show it."""


class Shape(NamedTuple):
    """A window: its size in pixels, its pointer, and the size of its text in percent."""

    width: int
    height: int
    finger: bool = False
    text: int = 100

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f", text {self.text}%" if self.text > 100 else "")


SMALL_PHONE: Final = Shape(360, 640, finger=True)
PHONE: Final = Shape(390, 844, finger=True)
LARGE_TEXT: Final = PHONE._replace(text=200)
LYING_PHONE: Final = Shape(844, 390, finger=True)
ZOOMED: Final = Shape(720, 450)
LOW_LAPTOP: Final = Shape(1366, 625)
DESK: Final = Shape(1440, 900)
SHAPES: Final = (
    SMALL_PHONE,
    Shape(375, 667, finger=True),
    Shape(390, 664, finger=True),
    PHONE,
    LYING_PHONE,
    Shape(683, 384),
    ZOOMED,
    Shape(1024, 768, finger=True),
    LOW_LAPTOP,
    Shape(1366, 768),
    DESK,
    Shape(2560, 1440),
    LARGE_TEXT,
    Shape(1440, 900, text=200),
)

TEXT: Final = """percent => {
    window.textSize ??= new CSSStyleSheet();
    window.textSize.replaceSync(`html { font-size: ${percent}% }`);
    if (!document.adoptedStyleSheets.includes(window.textSize)) document.adoptedStyleSheets.push(window.textSize);
}"""

CUT_LETTERS: Final = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set();
    for (let text; (text = texts.nextNode()); ) {
        const place = text.parentElement;
        if (!text.data.trim() || !place.checkVisibility() || place.closest("svg, .visually-hidden, .shape")) continue;
        const words = document.createRange();
        words.selectNodeContents(text);
        let clips = place;
        while (clips && getComputedStyle(clips).overflowY === "visible") clips = clips.parentElement;
        if (!clips || !/hidden|clip/.test(getComputedStyle(clips).overflowY)) continue;
        const box = clips.getBoundingClientRect();
        if (box.width <= 2) continue; // only a screen reader reads it
        for (const { top, bottom, height } of words.getClientRects()) {
            const slack = height / 16; // a line of letters is higher than its ink
            const isOutside = bottom <= box.top + slack || top >= box.bottom - slack;
            if (!isOutside && (top < box.top - slack || bottom > box.bottom + slack)) found.add(text.data.trim());
        }
    }
    return [...found];
}"""
"""The texts beside the table whose letters are cut above or below, by an element that does not scroll."""

FAULTS: Final = """({ finger, pointer, isTable, isLarge, names, sideways, pointsFinely }) => {
    const PRESSED = "a[href], button, summary, select, textarea, input:not([type=hidden]), label.piece";
    const UNSEEN = ".skip, .visually-hidden, .moments, svg, select, progress";
    // A player sees them without scrolling.
    const AT_ONCE = ".shape:has(.you) #call, #board .line .button--primary, #board .line [name=pick]";
    const PLACES = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.3], [0.25, 0.3], [0.12, 0.3], [0.88, 0.3], [0.5, 0.8], [0.5, 0.12]];
    const SLACK = 5; // cards may be slightly rotated, and text is higher than its line
    const found = new Set();

    const said = (one) => (one.getAttribute("aria-label") ?? one.title ?? "").trim() || one.textContent.trim().replace(/\\s+/g, " ");
    const called = (one) => {
        const selector = one.localName + (one.id ? `#${one.id}` : "") + [...one.classList].map((name) => `.${name}`).join("");
        return said(one) ? `${selector} "${said(one).slice(0, 30)}"` : selector;
    };
    const nearby = (one) => {
        let named = one;
        while (named.parentElement && !named.id && !named.classList.length) named = named.parentElement;
        return named;
    };

    const styles = new Map();
    const style = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);
    // What only a screen reader reads is a pixel wide.
    const isTiny = ({ width, height }) => width <= 2 || height <= 2;
    const shown = (one) =>
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest(UNSEEN) &&
        !(isTiny(one.getBoundingClientRect()) && style(one).display !== "contents");
    const at = (x, y) => document.elementFromPoint(x, y);
    const root = document.scrollingElement;

    const overflows = (one) => {
        const { overflowX, overflowY } = style(one);
        const open = (overflow) => (one === root ? !/hidden|clip/.test(overflow) : /auto|scroll/.test(overflow));
        return [
            open(overflowX) && one.scrollWidth > one.clientWidth + 1,
            open(overflowY) && one.scrollHeight > one.clientHeight + 1,
        ];
    };
    const scrolls = (one) => overflows(one).includes(true);
    const showsIt = (one) => {
        if (one === root) return true;
        const { animationTimeline, backgroundAttachment, maskImage, scrollbarWidth, scrollbarGutter } = style(one);
        if (maskImage !== "none" || backgroundAttachment.includes("local")) return true;
        // The fade begins with the next frame. A sheet's own colour is over its words.
        const timelines = [animationTimeline, getComputedStyle(one, "::after").animationTimeline];
        if (timelines.some((timeline) => timeline?.includes("scroll"))) return true;
        return pointsFinely && scrollbarWidth !== "none" && (scrollbarWidth === "thin" || scrollbarGutter.includes("stable"));
    };
    function* around(one) {
        for (let outer = one.parentElement; outer; outer = outer.parentElement) {
            yield outer;
            if (outer.matches(":popover-open")) return;
        }
    }
    const areas = (one) => [...around(one)].filter(scrolls);

    const window_ = () => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    // The part of a box that no edge cuts off; `by` is the element with that edge.
    const seen = (one, box, isText) => {
        const part = { left: box.left, top: box.top, right: box.right, bottom: box.bottom, by: null, isCut: false };
        const cut = (side, edge, by) => {
            const less = side === "left" || side === "top" ? edge - part[side] : part[side] - edge;
            if (less <= 0) return;
            part.isCut ||= less > 1;
            if (less > SLACK) part.by = by;
            part[side] = edge;
        };
        for (const outer of isText ? [one, ...around(one)] : around(one)) {
            if (outer === document.body || outer === root) continue;
            const { overflowX, overflowY } = style(outer);
            if (overflowX === "visible" && overflowY === "visible") continue;
            const edge = outer.getBoundingClientRect();
            if (overflowX !== "visible") for (const side of ["left", "right"]) cut(side, edge[side], outer);
            if (overflowY !== "visible") for (const side of ["top", "bottom"]) cut(side, edge[side], outer);
        }
        for (const [side, edge] of Object.entries(window_())) cut(side, edge, root);
        return part;
    };

    const result = document.querySelector(".result");
    const putAway = result?.querySelector("#result-away")?.checked;
    // A glimpse lies on its own bed for a moment. A result can be put away, a panel and a menu closed: behind them nothing has to be reached.
    const mayCover = (over, one) => [result && !putAway ? ".result" : "", ".panels", ".menu[open] .menu__sheet"].some(
        (cover) => cover && over?.closest(cover) && !one.closest(cover))
        || over?.closest(".glimpse")?.parentElement.contains(one);
    const behind = (one, over) => `lies behind ${over ? called(nearby(over)) : "the edge of the window"}`;

    // Scroll the areas around `one` until `box` is in their middle; return how to scroll back.
    const reveal = (one, box) => {
        const back = areas(one).map((area) => [area, area.scrollLeft, area.scrollTop]);
        for (const [area] of back) {
            const { left, top, right, bottom } = area === root ? window_() : area.getBoundingClientRect();
            const now = box();
            const [isWide, isHigh] = overflows(area);
            if (isWide) area.scrollLeft += (now.left + now.right - left - right) / 2;
            if (isHigh) area.scrollTop += (now.top + now.bottom - top - bottom) / 2;
        }
        return () => back.forEach(([area, left, top]) => area.scrollTo({ left, top, behavior: "instant" }));
    };

    // Bring a part into view if need be, and then judge it: `why` returns what is wrong, or "".
    const judge = (one, box, name, why, { atOnce = false, isText = false } = {}) => {
        let part = seen(one, box(), isText);
        let back = () => {};
        if (part.isCut) {
            const ways = areas(one);
            const hidden = part.by && ways.find((way) => !showsIt(way));
            if (hidden) found.add(`${called(hidden)} does not show that it scrolls`);
            if (atOnce && part.by && !result && ways.length && !isLarge) found.add(`${name} is seen only by scrolling`);
            if (ways.length) back = reveal(one, box);
            part = seen(one, box(), isText);
        }
        let wrong = why(part);
        // On a long page, and where the result is put away, a button that stays in sight covers what scrolling brings out.
        if (wrong && (!isTable || putAway) && isStuck(at(...middle(part)))) {
            back = reveal(one, box);
            part = seen(one, box(), isText);
            wrong = why(part);
        }
        if (wrong) found.add(`${name} ${wrong}`);
        back();
    };
    const isStuck = (one) => Boolean(one) && (style(one).position === "sticky" || isStuck(one.parentElement));
    const middle = ({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2];
    const cutBy = (part, box) => {
        if (!part.by) return "";
        const fits = box.height <= part.by.clientHeight && box.width <= part.by.clientWidth;
        const isIn = part.right - part.left > SLACK && part.bottom - part.top > SLACK;
        return fits || !isIn || !areas(part.by).concat(part.by).some(scrolls) ? `is cut off by ${part.by === root ? "the window" : called(part.by)}` : "";
    };

    // Controls: in reach, and large enough.
    const surface = (one) => one.closest("label") ?? one;
    const disabled = (one) => one.disabled || one.control?.disabled;
    // A link in a sentence, or in code, is as high as its line.
    const inText = (one) => {
        const beside = [...one.parentElement.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        if (one.localName === "a" && beside.some((node) => /\\p{L}/u.test(node.data))) return true;
        if (style(one).display !== "inline") return false;
        if (one.closest("code")) return true;
        let block = one;
        while (["inline", "contents"].includes(style(block).display)) block = block.parentElement;
        const rest = block.cloneNode(true);
        for (const other of rest.querySelectorAll("a, button, svg, .visually-hidden")) other.remove();
        return /[\\p{L}\\p{N}]/u.test(rest.textContent);
    };
    const hits = (target, x, y) => target.contains(at(x, y));
    // How long a line through this point is on which the target is hit.
    const reach = (target, x, y, dx, dy) => {
        let length = 1;
        for (const way of [1, -1]) {
            let far = 0;
            const next = (step) => hits(target, x + way * (far + step) * dx, y + way * (far + step) * dy);
            for (const step of [16, 4, 1]) while (far < finger && next(step)) far += step;
            length += far;
        }
        return length;
    };
    const free = (target, box) => {
        let best = [0, 0];
        for (const [i, j] of PLACES) {
            const [x, y] = [Math.floor(box.left + box.width * i) + 0.5, Math.floor(box.top + box.height * j) + 0.5];
            if (!hits(target, x, y)) continue;
            const sides = [reach(target, x, y, 1, 0), reach(target, x, y, 0, 1)];
            if (Math.min(...sides) > Math.min(...best)) best = sides;
            if (Math.min(...best) >= finger) break;
        }
        return best;
    };
    const sheet = document.querySelector(":popover-open");
    const everything = sheet ?? document.body;
    const controls = new Set([...everything.querySelectorAll(PRESSED)].map(surface));
    for (const one of controls) if (!shown(one) || disabled(one)) controls.delete(one);
    const sheets = [...document.querySelectorAll(".menu[open] .menu__sheet")].concat(result && !putAway ? result : []);
    const isUnderSheet = (one) => sheets.some((sheet) => {
        if (sheet.contains(one)) return false;
        const [over, under] = [sheet.getBoundingClientRect(), whole(one)];
        return over.left < under.right && under.left < over.right && over.top < under.bottom && under.top < over.bottom;
    });
    const hasPanel = [...document.querySelectorAll(".panels *")].some(shown);
    // A link in a sentence may have two lines, of which the longer one is judged.
    const whole = (one) =>
        style(one).display === "inline"
            ? [...one.getClientRects()].sort((first, second) => second.width - first.width)[0] ?? one.getBoundingClientRect()
            : one.getBoundingClientRect();
    const boxOf = (one) => () => whole(one);
    for (const one of controls) {
        if (inText(one) || (hasPanel && one.closest(".middle, .places")) || isUnderSheet(one)) continue;
        const why = (part) => {
            const sides = free(one, whole(one));
            if (Math.max(...sides) === 0 && mayCover(at(...middle(part)), one)) return "";
            // Eight places are lower than a finger each; their names are a way to a card, not a move.
            // A sentence that stands may be pressed on all words of the line.
            // What begins between two pixels is hit on one less.
            const least = one.matches(".place__name .who, .standing") ? pointer : finger;
            return Math.min(...sides) < least - 1 ? `is only ${sides.join(" x ")} px` : "";
        };
        judge(one, boxOf(one), called(one), why, { atOnce: one.matches(AT_ONCE) });
    }

    // What lets the pointer through covers no less.
    const solid = new CSSStyleSheet();
    solid.replaceSync("*, ::before, ::after { pointer-events: auto !important }"
        // The fade of a sheet covers what scrolls, as a mask does.
        + "[popover]::after { pointer-events: none !important }");
    document.adoptedStyleSheets.push(solid);

    // Controls and cards: whole, and behind nothing but other cards that leave a part of them free.
    const cards = isTable ? everything.querySelectorAll("#main .card") : [];
    for (const one of new Set([...controls, ...cards])) {
        if (!shown(one) || (!isTable && inText(one))) continue;
        const why = (part) => {
            const over = at(...middle(part));
            if (mayCover(over, one)) return "";
            // A name of any length may end in its place.
            const cut = (isTable || sheet) && !one.matches(`:is(${names}) .who`) ? cutBy(part, whole(one)) : "";
            if (cut || one.contains(over)) return cut;
            const { left, top, width, height } = whole(one);
            const isFan = over?.closest(".card") && PLACES.some(([i, j]) => hits(one, left + width * i, top + height * j));
            const isItsTarget = over?.matches(".target") && over.parentElement.contains(one);
            return isFan || isItsTarget ? "" : behind(one, over);
        };
        judge(one, boxOf(one), called(one), why);
    }

    // Words: their first and their last line are read.
    const walker = document.createTreeWalker(everything, NodeFilter.SHOW_TEXT);
    for (let node; isTable && (node = walker.nextNode()); ) {
        const one = node.parentElement;
        if (!node.textContent.trim() || !shown(one)) continue;
        if (one.closest(".card, .log__lines > :not(:last-child)")) continue;
        if ([one, ...around(one)].some((outer) => controls.has(outer))) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const lines = [...range.getClientRects()].filter((line) => !isTiny(line));
        for (const index of new Set([0, lines.length - 1])) {
            if (!lines[index]) continue;
            const box = () => range.getClientRects()[index] ?? lines[index];
            const why = (part) => {
                if (part.right - part.left < 1 || part.bottom - part.top < 1)
                    return part.by && !one.closest(`.news, ${names}`) ? `is cut off by ${called(part.by)}` : "";
                const over = at(...middle(part));
                return one.contains(over) || mayCover(over, one) ? "" : behind(one, over);
            };
            judge(one, box, `"${node.textContent.trim().slice(0, 30)}" in ${called(nearby(one))}`, why, { atOnce: one.matches(AT_ONCE), isText: true });
        }
    }

    // Words that an edge cuts off, which no scrolling brings back.
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cuts = (overflow) => ["hidden", "clip"].includes(overflow);
    for (let node; (node = all.nextNode()); ) {
        const parent = node.parentElement;
        if (!node.textContent.trim() || !shown(parent)) continue;
        // The log has all of what is new.
        if (parent.closest(`.news, ${names}`)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        for (const outer of [parent, ...around(parent)]) {
            const { overflowX, overflowY } = style(outer);
            if (/auto|scroll/.test(overflowX + overflowY)) {
                const start = outer.getBoundingClientRect().left - outer.scrollLeft;
                if (text.left < start - 1) found.add(`"${node.textContent.trim().slice(0, 30)}" begins to the left of ${called(outer)}`);
                break;
            }
            if (!cuts(overflowX) && !cuts(overflowY)) continue;
            const edge = outer.getBoundingClientRect();
            const isCut = (cuts(overflowX) && (text.left < edge.left - 1 || text.right > edge.right + 1)) ||
                (cuts(overflowY) && (text.top < edge.top - 3 || text.bottom > edge.bottom + 3));
            if (isCut && !isTiny(edge)) found.add(`"${node.textContent.trim().slice(0, 30)}" is cut off by ${called(outer)}`);
        }
    }
    for (const small of document.querySelectorAll(".thumbnail"))
        if (shown(small) && small.scrollHeight > small.clientHeight + 1) found.add(`what lies on ${called(small)} is cut off`);

    // Nothing scrolls sideways, except what may, and a table's page does not scroll at all.
    for (const one of document.body.querySelectorAll("*"))
        if (one.scrollWidth > one.clientWidth + 1 && shown(one) && overflows(one)[0] && !one.matches(sideways))
            found.add(`${called(one)} scrolls sideways`);
    if (root.scrollWidth > innerWidth) found.add(`the page is ${root.scrollWidth - innerWidth} px wider than the window`);
    if (isTable && !isLarge && root.scrollHeight > innerHeight + 1)
        found.add(`the page is ${root.scrollHeight - innerHeight} px higher than the window`);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== solid);
    return [...found];
}"""

BARE_BUTTONS: Final = """() => {
    const bare = (one) => {
        const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(one);
        return borderTopStyle === "none" || parseFloat(borderTopWidth) < 1 || borderTopColor === backgroundColor;
    };
    const buttons = [...document.querySelectorAll(".button")].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    return buttons.filter(bare).map((one) => one.textContent.trim().replace(/\\s+/g, " ") || one.title);
}"""


class Window:
    """The window of a person, which can take any shape while its page stays open."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._line = person.context.new_cdp_session(person.page)

    def take(self, shape: Shape) -> None:
        """Give the window this shape."""
        self._line.send("Emulation.setTouchEmulationEnabled", {"enabled": shape.finger})
        self._page.set_viewport_size({"width": shape.width, "height": shape.height})
        self._page.evaluate(TEXT, shape.text)

    def faults(self, where: str, shapes: Iterable[Shape]) -> list[str]:
        """Return what is wrong with a table in windows of these shapes, in plain words.

        `where`: the table and its situation.
        """
        found: dict[str, list[str]] = {}
        for shape in shapes:
            self.take(shape)
            for fault in _faults(self._page, shape, is_table=True):
                found.setdefault(fault, []).append(str(shape))
        return [f"{where}, {' and '.join(sizes)}: {fault}" for fault, sizes in found.items()]

    def too_large(self, shape: Shape) -> list[str]:
        """Return what of the open page is too large for a window of this shape."""
        self.take(shape)
        # On a phone, `innerWidth` grows with the page.
        root = self._page.locator(":root")
        over = root.evaluate("root => root.scrollWidth - root.clientWidth")
        wide = [f"the page is {over} px wider than the window"] if over > 0 else []
        cut = [f"{words!r} is cut above or below" for words in self._page.evaluate(CUT_LETTERS)]
        return [f"{shape}: {fault}" for fault in wide + cut]

    def faults_in_forced_colours(self) -> list[str]:
        """Return what is wrong on a desk if the system sets all colours."""
        self._page.emulate_media(forced_colors="active")
        try:
            bare = self._page.evaluate(BARE_BUTTONS)
            pale = _pale_cards(self._page)
            return [
                *(f"forced colours: the button {one} has no border" for one in bare),
                *(f"forced colours: {one} has a contrast below {CONTRAST}" for one in pale),
            ]
        finally:
            self._page.emulate_media(forced_colors="none")


def faults_on_phone(person: Person) -> list[str]:
    """Return what is wrong with the open page or sheet, on the phone of this person."""
    return _faults(person.page, SMALL_PHONE, is_table=False)


def _faults(page: Page, shape: Shape, *, is_table: bool) -> list[str]:
    wanted: dict[str, Any] = {
        "finger": FINGER if shape.finger else POINTER,
        "pointer": POINTER,
        "pointsFinely": not shape.finger,
        "isTable": is_table,
        "isLarge": shape.text > 100,
        "names": NAMES,
        "sideways": SIDEWAYS,
    }
    page.evaluate(FINISH_ANIMATIONS)
    found: list[str] = page.evaluate(FAULTS, wanted)
    return found


def _pale_cards(page: Page) -> list[str]:
    """Return the shown cards whose drawing hardly differs from its paper, in the picture itself."""
    picture = Image.open(BytesIO(page.screenshot())).convert("L")
    pale = []
    for card in page.locator("#main .card:visible").all():
        box, name = card.bounding_box(), card.get_attribute("aria-label") or card.inner_text()
        if box is None or box["x"] < 0 or box["y"] < 0:
            continue
        left, top, width, height = box["x"], box["y"], box["width"], box["height"]
        face = picture.crop((int(left), int(top), int(left + width), int(top + height)))
        if _contrast(face) < CONTRAST:
            pale.append(f"the card {name.strip() or card.get_attribute('id')}")
    return pale


def _contrast(face: Image.Image) -> float:
    """Return the contrast of the darkest and the lightest parts, each as large as strokes of ink."""
    tones = sorted(face.tobytes())
    dark, light = (tones[int(len(tones) * share)] for share in (INK, 1 - INK))
    return (_luminance(light) + 0.05) / (_luminance(dark) + 0.05)


def _luminance(tone: int) -> float:
    share = tone / 255
    return share / 12.92 if share <= 0.03928 else float(((share + 0.055) / 1.055) ** 2.4)
