// On the first page of a visit the server does not know the time zone yet: the times are in UTC, and say so.
// The same page, loaded again, has them in the zone of the browser. Only their words are replaced. Without a
// connection, or if anything else differs because the page has changed in the meantime, they stay in UTC.

const UTC = /\d UTC\b/; // not “midnight UTC”, which is the same in every zone

// Blank texts are left out: a push may have changed them in the meantime.
function texts(page) {
  const walker = document.createTreeWalker(page.getElementById("main") ?? page.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode));
  return found.filter(({ data }) => data.trim());
}

const html = await fetch(location.href, { cache: "no-store" })
  .then((answer) => (answer.ok ? answer.text() : ""))
  .catch(() => "");
const local = texts(new DOMParser().parseFromString(html, "text/html"));
const shown = texts(document);
const isSame = ({ data }, place) => UTC.test(data) || data === local[place].data;
if (shown.length === local.length && shown.every(isSame))
  shown.forEach((text, place) => {
    text.data = local[place].data;
  });
