// Registers the service worker, which caches pages for offline use. Sends it the page as it looked
// last, unless the page shows cards that are not meant for every holder of this device.

navigator.serviceWorker?.register("/sw.js").catch(() => {});

function keep() {
  if (document.querySelector("[data-not-kept]")) return;
  const html = `<!DOCTYPE html>${document.documentElement.outerHTML}`;
  navigator.serviceWorker?.controller?.postMessage({ path: location.pathname, html });
}

addEventListener("offline", keep);
document.addEventListener("visibilitychange", () => document.hidden && keep());
