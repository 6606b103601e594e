// The settings of a table: they apply at once, and are stored without leaving it.

const main = document.getElementById("main");
const form = document.getElementById("table-settings");

form?.addEventListener("change", async () => {
  const chosen = new FormData(form);
  if (chosen.has("reading_pace")) main.dataset.pace = String(chosen.get("reading_pace"));
  document.documentElement.dataset.sounds = String(chosen.get("sounds"));
  const answer = await fetch(form.action, { method: "POST", body: chosen, headers: { "HX-Request": "true" } }).catch(() => null);
  form.classList.toggle("settings--failed", !answer?.ok); // the button to save is for a second try
});

const whole = document.querySelector("[data-full-screen]");
const isWhole = () => document.fullscreenElement !== null;

if (whole && document.fullscreenEnabled) {
  whole.hidden = false;
  whole.addEventListener("click", () => (isWhole() ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
  document.addEventListener("fullscreenchange", () => whole.setAttribute("aria-pressed", String(isWhole())));
}
