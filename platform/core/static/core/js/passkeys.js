// Passkeys: the browser makes one, or proves that it has one, and the form takes the proof along.
//
// A form has its question in `data-passkey` (a new one) or asks for it at `data-passkey-at` (to sign in).

// A passkey belongs to a name: there is none where a number stands in its place.
const isNumber = /^[\d.]+$|:/.test(location.hostname);
const knows = !isNumber && Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON);

async function create(form) {
  const { publicKey } = JSON.parse(form.dataset.passkey);
  return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) });
}

async function prove(form) {
  const answer = await fetch(form.dataset.passkeyAt);
  const { publicKey } = await answer.json();
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
}

function tell(form, trouble) {
  for (const one of form.querySelectorAll("[data-trouble]")) one.hidden = one.dataset.trouble !== trouble;
}

for (const form of document.querySelectorAll("[data-passkey], [data-passkey-at]")) {
  const isNew = "passkey" in form.dataset;
  tell(form, knows ? null : "unable");
  if (!knows) {
    if (isNew) form.querySelector("button").disabled = true;
    continue;
  }
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    tell(form, null);
    try {
      const credential = await (isNew ? create(form) : prove(form));
      form.elements.credential.value = JSON.stringify(credential);
      form.submit();
    } catch (error) {
      tell(form, error.name === "InvalidStateError" ? "known" : "given-up");
      form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
    }
  });
}
