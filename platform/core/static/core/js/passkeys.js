// Passkeys: the browser creates one, or proves that it has one, and the form sends the proof along.
//
// A form has its challenge in `data-passkey` (for a new passkey), or fetches it from `data-passkey-at`
// (to sign in).

// A passkey belongs to a host name: none can be made where the address is an IP number.
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
