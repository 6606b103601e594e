// Shows what is pushed to this browser, and keeps what can be looked at without a network: the start
// page, the list of matches, and tables as they were seen last. With a network pages always come from
// the server.

const PAGES = "pages"; // what this user saw; forgotten when they sign out
const FILES = "files"; // styles, scripts, pictures
const MOST_PAGES = 30;
const MOST_FILES = 300;
const OFFLINE = "/offline/";
const LASTING = /\.[0-9a-f]{8,}\./; // the name of a file tells its content
const KEPT = /^\/(matches\/([0-9a-f-]{36}\/)?)?$/;
const ACCOUNT = /^\/(sign-in|sign-out|sign-up|preferences\/delete)\//;

self.addEventListener("install", (event) => event.waitUntil(prepare().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Without a network: ----------------------------------------------------------------------------

async function prepare() {
  const answer = await fetch(OFFLINE, { credentials: "omit" });
  const html = await answer.clone().text();
  await keep(FILES, OFFLINE, answer, MOST_FILES);
  const named = [...html.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((found) => found[1]);
  await Promise.all(named.map((path) => file(new Request(path))));
}

async function keep(name, request, answer, most) {
  const store = await caches.open(name);
  await store.delete(request); // the newest comes last
  await store.put(request, answer);
  const old = (await store.keys()).slice(0, -most);
  await Promise.all(old.map((one) => store.delete(one)));
}

const found = (name, request) =>
  caches.match(request, { cacheName: name, ignoreSearch: name === PAGES, ignoreVary: true });

async function file(request) {
  const lasts = LASTING.test(new URL(request.url).pathname);
  const before = lasts && (await found(FILES, request));
  if (before) return before;
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(FILES, request, answer.clone(), MOST_FILES);
    return answer;
  } catch (lost) {
    const old = await found(FILES, request);
    if (old) return old;
    throw lost;
  }
}

async function page(request) {
  try {
    const answer = await fetch(request);
    const { pathname } = new URL(request.url);
    // What shows one hand of a device that is handed round is not for who holds it next.
    const mayBeKept = answer.ok && answer.headers.get("Nightcap-Offline") !== "never";
    if (mayBeKept && KEPT.test(pathname)) await keep(PAGES, pathname, answer.clone(), MOST_PAGES);
    return answer;
  } catch (lost) {
    const old = (await found(PAGES, request)) ?? (await found(FILES, OFFLINE));
    if (old) return old;
    throw lost;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  // Whoever uses this browser next sees nothing of what this user saw.
  if (request.method === "POST" && ACCOUNT.test(pathname)) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

// A page that is left says how it looked then: what came over its socket is newer than what was loaded.
self.addEventListener("message", (event) => {
  const { path, html } = event.data ?? {};
  if (KEPT.test(path)) event.waitUntil(renew(path, html));
});

async function renew(path, html) {
  const before = await found(PAGES, path);
  if (before) await keep(PAGES, path, new Response(html, { headers: before.headers }), MOST_PAGES);
}

// Pushes: ----------------------------------------------------------------------------------------

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // A browser wants every push to show something, whatever it was.
  }
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(told.title ?? "Nightcap", {
        body: told.body ?? "",
        tag: told.tag ?? "",
        renotify: Boolean(told.tag),
        data: { url: told.url ?? "/" },
      }),
      Number.isInteger(told.waiting) ? self.navigator.setAppBadge?.(told.waiting) : undefined,
    ]),
  );
});

// The push service has ended a subscription: another takes its place, if somebody is signed in still.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAnew(event)));

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const base64url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function subscribeAnew({ oldSubscription, newSubscription }) {
  const page = await (await fetch("/notices/")).text();
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page);
  const key = /data-key="([^"]+)"/.exec(page);
  if (!token || !key) return;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key[1]) };
  const fresh = newSubscription ?? (await self.registration.pushManager.subscribe(wanted));
  const body = new URLSearchParams({
    csrfmiddlewaretoken: token[1],
    endpoint: fresh.endpoint,
    key: base64url(fresh.getKey("p256dh")),
    auth: base64url(fresh.getKey("auth")),
    before: oldSubscription?.endpoint ?? "",
  });
  await fetch("/notices/browser/", { method: "POST", body, redirect: "manual" });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(open(url));
});

// A page that shows the match already comes to the front; else another of ours goes there.
async function open(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === url.pathname);
  if (there) return there.focus();
  return self.clients.openWindow(url.href);
}
