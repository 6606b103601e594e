// The service worker: shows pushes to this browser and caches pages for offline use: the start page,
// the list of matches, and tables as they were last seen. With a network, pages always come from the
// server.

const PAGES = "pages"; // pages of this user; deleted when they sign out
const FILES = "files"; // styles, scripts, images
const MOST_PAGES = 30;
const MOST_FILES = 300;
const OFFLINE = "/offline/";
const LASTING = /\.[0-9a-f]{8,}\./; // a file name that contains its content's hash
const KEPT = /^\/(matches\/([0-9a-f-]{36}\/)?)?$/;
const ACCOUNT = /^\/(sign-in|sign-out|sign-up|preferences\/delete)\//;

self.addEventListener("install", (event) => event.waitUntil(prepare().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Offline use -----------------------------------------------------------------------------------

async function prepare() {
  const answer = await fetch(OFFLINE, { credentials: "omit" });
  const html = await answer.clone().text();
  await keep(FILES, OFFLINE, answer, MOST_FILES);
  const named = [...html.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((found) => found[1]);
  await Promise.all(named.map((path) => file(new Request(path))));
}

async function keep(name, request, answer, most) {
  const store = await caches.open(name);
  // One step: at no moment is the request without an answer. The newest entry is last.
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
    // A page with one hand of a shared device is not cached: the next holder must not see it.
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
  // The next user of this browser must see nothing of this user's pages.
  if (request.method === "POST" && ACCOUNT.test(pathname)) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

// A page that is left sends its latest content: it is newer than the loaded page, because of the
// socket.
self.addEventListener("message", (event) => {
  const { path, html } = event.data ?? {};
  if (KEPT.test(path)) event.waitUntil(renew(path, html));
});

async function renew(path, html) {
  const before = await found(PAGES, path);
  if (before) await keep(PAGES, path, new Response(html, { headers: before.headers }), MOST_PAGES);
}

// Pushes ----------------------------------------------------------------------------------------

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // Browsers require that every push shows a notification.
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

// The push service has ended a subscription. A new one replaces it if a user is still signed in.
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

// Focuses an open page with this address if there is one. Otherwise opens a new page.
async function open(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === url.pathname);
  if (there) return there.focus();
  return self.clients.openWindow(url.href);
}
