"""How static files are published: compressed, and under names that change with their content."""

from __future__ import annotations

from servestatic.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # no types
    """Django's manifest, which also follows the imports between modules of JavaScript.

    Otherwise a page could run one module of today with another of yesterday.
    """

    support_js_module_import_aggregation = True
