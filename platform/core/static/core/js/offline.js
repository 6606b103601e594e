// Lets the service worker keep pages for when there is no network, and says how this one looked last,
// unless it shows what is not for all who hold this device.

navigator.serviceWorker?.register("/sw.js").catch(() => {});

function keep() {
  if (document.querySelector("[data-not-kept]")) return;
  const html = `<!DOCTYPE html>${document.documentElement.outerHTML}`;
  navigator.serviceWorker?.controller?.postMessage({ path: location.pathname, html });
}

addEventListener("offline", keep);
document.addEventListener("visibilitychange", () => document.hidden && keep());
