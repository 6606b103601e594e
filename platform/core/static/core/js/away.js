// The page for a server that is partly down: sends the form that it holds again by itself.

import { spread } from "./again.js";

const form = document.querySelector("form[data-again]");
if (form) setTimeout(() => form.requestSubmit(), spread(Number(form.dataset.again)));
