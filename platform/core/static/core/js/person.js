// The card of a person: a sheet beside their name, with what one can do with them. Its forms are sent
// in place, so that a game on the page goes on.

const GAP = 6;

/** Opens the card of the person whose name this link is. */
export async function open(link) {
  const card = sheet();
  try {
    const response = await fetch(`${link.pathname}card/`);
    if (!response.ok) throw new Error(String(response.status));
    card.innerHTML = await response.text();
  } catch {
    location.href = link.href; // that page says what is wrong
    return;
  }
  card.dataset.profile = link.href;
  card.showPopover({ source: link });
  place(card, link.getBoundingClientRect());
  card.focus({ preventScroll: true });
}

function sheet() {
  const known = document.getElementById("person-card");
  if (known) return known;
  const card = document.createElement("div");
  card.id = "person-card";
  card.className = "sheet person-card stack";
  card.popover = "auto";
  card.tabIndex = -1;
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-labelledby", "card-name");
  card.addEventListener("submit", send);
  card.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]")) card.hidePopover();
  });
  document.body.append(card);
  return card;
}

// Below the name, or above it if there is more room. Phones show it as a sheet from below instead.
function place(card, name) {
  const { width, height } = card.getBoundingClientRect();
  const below = innerHeight - name.bottom >= height + GAP || innerHeight - name.bottom >= name.top;
  const top = below ? name.bottom + GAP : name.top - GAP - height;
  card.style.setProperty("--left", `${Math.max(GAP, Math.min(name.left, innerWidth - width - GAP))}px`);
  card.style.setProperty("--top", `${Math.max(GAP, Math.min(top, innerHeight - height - GAP))}px`);
}

async function send(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.elements.namedItem("next")) return; // it leads to another page
  event.preventDefault();
  const card = event.currentTarget;
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  const address = button.hasAttribute("formaction") ? button.formAction : form.action;
  const fields = [...new FormData(form, button)].map(([name, value]) => [name, String(value)]);
  try {
    const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
    if (!response.ok || !response.redirected) throw new Error(String(response.status));
    card.innerHTML = await response.text();
    card.focus({ preventScroll: true });
  } catch {
    location.href = card.dataset.profile; // that page says what is wrong
  }
}
