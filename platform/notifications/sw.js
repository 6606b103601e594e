// Shows what is pushed to this browser, and leads to the match. It keeps nothing and answers no
// requests: pages always come from the server.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

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
