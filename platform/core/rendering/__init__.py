"""The renderer of boards: it draws a board once, caches the result, and finds the changes for a
page.

A board is drawn for each viewer at each move, so it is made of fragments. `docs/boards.md`
shows the way from a context to the pages. The rules:

* A template sees only the values that it reads of the context. `dependencies` finds them in the
  template itself, so a fragment's dependencies are never declared, and never missing.
* A fragment whose template is one `kept(…)` reads the arguments of this call. They are as narrow as
  its author wants, and compared without rendering anything.
* Equal values make equal HTML, for every viewer with the same language. So `cache` reuses a
  rendering of the same values. The time, the viewer and the database are values like all others.
* All values are texts, numbers, None, and tuples and frozen values of them. A value without a
  hash is rendered each time, with a warning; in tests it is an error.
* A secret that is not in a viewer's context cannot reach that viewer's page, nor a rendering
  that the viewer shares with others: both see the same values.
* A fragment is an element with an id. `fragments` compares the values that two boards read, not
  their HTML, and a page gets the fragments that changed.

The modules, from the ground up: `filters` and `minify` (additions to the template language, and
the removal of layout), `cache`, `dependencies`, `reading`, `fragments`, `environment` (puts them
into Jinja2), `preload` (loads all templates before the first page).
"""
