// Lets the service worker keep pages for when there is no network, and says how this one looked last.

navigator.serviceWorker?.register("/sw.js").catch(() => {});

function keep() {
  const html = `<!DOCTYPE html>${document.documentElement.outerHTML}`;
  navigator.serviceWorker?.controller?.postMessage({ path: location.pathname, html });
}

addEventListener("offline", keep);
document.addEventListener("visibilitychange", () => document.hidden && keep());
