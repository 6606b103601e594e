// "Get notices in this browser": subscribes the browser to pushes and sends the subscription as a plain
// form.

const form = document.querySelector("[data-subscribe]");
const says = (word) => {
  form.querySelector("[data-says]").textContent = form.dataset[word];
};

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return says("denied");
  await navigator.serviceWorker.register("/sw.js");
  const registration = await navigator.serviceWorker.ready;
  // The push service would refuse a subscription that was made with another server key.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const found = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(form.dataset.key),
  });
  form.elements.endpoint.value = found.endpoint;
  form.elements.key.value = text(found.getKey("p256dh"));
  form.elements.auth.value = text(found.getKey("auth"));
  form.requestSubmit();
}

function begin() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return says("missing");
  const button = form.querySelector("button");
  button.hidden = false;
  says("ready");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await subscribe();
    } catch {
      says("failed");
    } finally {
      button.disabled = false;
    }
  });
}

if (form) begin();
