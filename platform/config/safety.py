"""Security settings for browsers: TLS, cookies, policies.

`config/settings.py` imports all of them.
"""

from __future__ import annotations

from collections.abc import MutableMapping

from config import env

SITE = env.site("NIGHTCAP_SITE")

TLS = SITE.tls
"""True if browsers use TLS: cookies are bound to it, and plain HTTP is redirected."""

SECURE_SSL_REDIRECT = TLS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
_hsts = env.choice("NIGHTCAP_HSTS", "host", ("no", "host", "subdomains", "preload"))
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if TLS and _hsts != "no" else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _hsts in ("subdomains", "preload")
SECURE_HSTS_PRELOAD = _hsts == "preload"
"""HSTS: the time for which browsers insist on TLS, in seconds, and the names it includes. Hosts
below ours may have no TLS.
"""
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
"""The warnings that HSTS leaves out names below ours and the lists of browsers: the host decides.
"""
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
"""Powers of a browser that our pages do not use, and embedded pages may not (Permissions-Policy).
"""
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
    # A first visit loads forty files, and each header counts forty times. Scripts and style sheets
    # of a page in UTF-8 are read as UTF-8, and an answer with a max-age may be stored by shared
    # caches without `public`.
    if path.endswith((".css", ".js")):
        headers["Content-Type"] = headers["Content-Type"].partition(";")[0]
    if kept := headers.get("Cache-Control"):
        headers["Cache-Control"] = kept.replace(", public", "")


SERVESTATIC_ADD_HEADERS_FUNCTION = _add_to_static_file
"""Called once for each file, when a process starts."""
