// On the first page of a visit the server does not know the time zone yet: the times are in UTC, and say so. The
// same page, loaded again, has them in the zone of the browser. Only their words are replaced; if anything else
// differs, the page has changed in the meantime and keeps its times in UTC.

const UTC = /\bUTC\b/;

function texts(page) {
  const walker = document.createTreeWalker(page.getElementById("main") ?? page.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode));
  return found;
}

const answer = await fetch(location.href, { cache: "no-store" });
const local = texts(new DOMParser().parseFromString(await answer.text(), "text/html"));
const shown = texts(document);
const isSame = ({ data }, place) => UTC.test(data) || data === local[place].data;
if (answer.ok && shown.length === local.length && shown.every(isSame))
  shown.forEach((text, place) => {
    text.data = local[place].data;
  });
