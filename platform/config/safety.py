"""Settings of what browsers are told, so that nobody comes between them and us: TLS, cookies, policies.

`config/settings.py` takes all of them in.
"""

from __future__ import annotations

from collections.abc import MutableMapping

from config import env

SITE = env.site("NIGHTCAP_SITE")

TLS = SITE.tls
"""Browsers reach us over TLS: cookies are bound to it, and plain HTTP is sent there."""

SECURE_SSL_REDIRECT = TLS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
_hsts = env.choice("NIGHTCAP_HSTS", "host", ("no", "host", "subdomains", "preload"))
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if TLS and _hsts != "no" else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _hsts in ("subdomains", "preload")
SECURE_HSTS_PRELOAD = _hsts == "preload"
"""For how long browsers insist on TLS, and for which names: others below ours may have none."""
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
"""That names below ours and the lists of browsers are left out: the host decides."""
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CSP = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "manifest-src": "'self'",
}
POWERS_NOT_USED = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
"""What no page of ours asks a browser for, and none that might stand in one can (Permissions-Policy)."""
SESSION_COOKIE_SECURE = TLS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 24 * 3600
CSRF_COOKIE_SECURE = TLS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "core.errors.csrf_failed"
LANGUAGE_COOKIE_SECURE = TLS
LANGUAGE_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"


def _add_to_static_file(headers: MutableMapping[str, str], path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    # A first visit asks for forty, and each header counts forty times. Scripts and style sheets of a page
    # in UTF-8 are in UTF-8, and whatever has an age may be kept by all.
    if path.endswith((".css", ".js")):
        headers["Content-Type"] = headers["Content-Type"].partition(";")[0]
    if kept := headers.get("Cache-Control"):
        headers["Cache-Control"] = kept.replace(", public", "")


SERVESTATIC_ADD_HEADERS_FUNCTION = _add_to_static_file
"""Asked once for each file, when a process starts."""
