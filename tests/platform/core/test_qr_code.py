"""QR codes: the path draws exactly the dark modules of the code."""

from __future__ import annotations

import re

import pytest
import qrcode

from core.qr_code import MARGIN, qr_code

ADDRESS = "https://nightcap.example.org/join/0123456789abcdef"


@pytest.mark.parametrize("text", [ADDRESS, "https://a.example/?next=/<script>&x=1", "ä" * 60])
def test_the_path_has_every_dark_module_and_no_other(text: str) -> None:
    drawn = qr_code(text)
    code = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(text)
    code.make(fit=True)
    dark = {
        (x, y) for y, row in enumerate(code.get_matrix()) for x, module in enumerate(row) if module
    }
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", drawn)
    assert dark == {(int(x) + n, int(y)) for x, y, width in runs for n in range(int(width))}
    side = len(code.get_matrix()) + 2 * MARGIN
    assert f'viewBox="-{MARGIN} -{MARGIN} {side} {side}"' in drawn
