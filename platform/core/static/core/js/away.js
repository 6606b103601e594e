// The page that says that part of the server is away: what it keeps is sent again by itself.

import { spread } from "./again.js";

const form = document.querySelector("form[data-again]");
if (form) setTimeout(() => form.requestSubmit(), spread(Number(form.dataset.again)));
