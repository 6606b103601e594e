"""The renderer of boards: it draws a board once, keeps what it drew, and says what a page lacks.

A board is drawn for each viewer at each move, so it is made of fragments. `docs/boards.md` draws
the way from a context to the pages. The rules:

* A template sees what it reads of the context, and nothing else. `dependencies` finds that in the template
  itself: nobody declares what a fragment depends on, and nobody can forget to.
* Equal values make equal HTML, for every viewer who reads the same language. So `cache` takes again what
  was rendered for the same values before. The time, the viewer and the database are values like all others.
* All values are texts, numbers, None, and tuples and frozen values of them. A value without a hash is drawn
  anew each time, with a warning; in tests it is an error.
* A secret that is not in a viewer's context cannot reach that viewer's page, nor a rendering that the viewer
  shares with others: both see the same values.
* A fragment is an element with an id. `fragments` compares what two boards read, not what they look like,
  and a page gets the fragments that changed.

The modules, from the ground up: `filters` and `minify` (what the templates' language lacks, and their layout,
which is not sent), `cache`, `dependencies`, `fragments`, `environment` (puts them into Jinja2), `preload`
(loads all templates before the first page).
"""
