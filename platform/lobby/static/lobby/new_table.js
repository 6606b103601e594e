// The form of a new table: the summary of each folded part names what differs from the usual.

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.laying"));

const words = (/** @type {Element} */ choice) => {
  const control = choice.querySelector(":checked");
  return (control instanceof HTMLOptionElement ? control : control?.closest("label"))?.textContent.trim() ?? "";
};

const value = (/** @type {Element} */ choice) => /** @type {any} */ (choice.querySelector(":checked"))?.value ?? "";

function summarise() {
  for (const fold of form.querySelectorAll(".set")) {
    const choices = [...fold.querySelectorAll("[data-usual]")].filter(
      (choice) => getComputedStyle(choice).display !== "none" && value(choice) !== choice.dataset.usual,
    );
    const told = choices.map((choice) => (choice.dataset.label ? `${choice.dataset.label}: ` : "") + words(choice));
    const summary = /** @type {HTMLElement} */ (fold.querySelector(".set__told"));
    summary.textContent = told.join(" · ") || (summary.dataset.usual ?? "");
  }
}

form.addEventListener("change", summarise);
summarise();
