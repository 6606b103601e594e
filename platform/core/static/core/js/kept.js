// The offline page: lists the cached pages that can be opened without a network.

const list = document.getElementById("kept");
const store = await caches.open("pages");

for (const request of [...(await store.keys())].reverse()) {
  const html = await /** @type {Response} */ (await store.match(request)).text();
  const seen = new DOMParser().parseFromString(html, "text/html");
  const names = [...seen.querySelectorAll("#board .place__name > span:first-of-type")];
  const others = names.filter((name) => !name.closest(".you")).map((name) => name.textContent);
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = new URL(request.url).pathname;
  // The title's call and its count of waiting matches are outdated: only the game's name is shown.
  link.textContent = [seen.title.split(" · ").at(-2), others.join(", ")]
    .filter(Boolean)
    .join(" · ");
  item.append(link);
  list.append(item);
}
list.previousElementSibling.hidden = !list.childElementCount;
