"""Settings of the tests; they start the embedded services unless the environment names some.

Here and not in a fixture: pytest-django reads the settings before any conftest.
"""

from __future__ import annotations

import os
from copy import deepcopy

from config.local.embedded.testing import BEGUN, TEMPLATE, start_services_for_tests
from core.i18n import compile_catalogs
from tests.misspelt import Misspelt

os.environ |= {
    "NIGHTCAP_SECRET_KEY": "only-tests-are-signed-with-this-" * 2,
    "NIGHTCAP_SITE": "http://testserver,http://localhost,http://127.0.0.1",
    "NIGHTCAP_LOG": "text",
}
# In os.environ, so that child processes of a test find the same services.
os.environ |= start_services_for_tests(os.environ)

from config.settings import *  # noqa: F403 - what settings files are for

for folder in LOCALE_PATHS:  # noqa: F405 - from the line above
    compile_catalogs(folder)

if "DATABASE_URL" in os.environ.get(BEGUN, "").split():
    DATABASES["default"]["TEST"] = {"TEMPLATE": TEMPLATE}  # noqa: F405

# A copy: some tests also render with the settings of a running server.
TEMPLATES = deepcopy(TEMPLATES)  # noqa: F405
TEMPLATES[0]["OPTIONS"]["undefined"] = Misspelt
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Pages name static files as in the source tree; tests that fetch them start a real server.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
SERVESTATIC_USE_STATIC_ROOT = False
