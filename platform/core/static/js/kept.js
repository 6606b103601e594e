// The page that is shown without a network: which pages can be opened all the same.

const list = document.getElementById("kept");
const store = await caches.open("pages");

for (const request of (await store.keys()).reverse()) {
  const html = await (await store.match(request)).text();
  const title = new DOMParser().parseFromString(html, "text/html").title;
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = new URL(request.url).pathname;
  link.textContent = title.split(" · ")[0];
  item.append(link);
  list.append(item);
}
list.previousElementSibling.hidden = !list.childElementCount;
