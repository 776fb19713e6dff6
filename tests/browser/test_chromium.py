"""The browser that the tests use is a real one."""

import os
import shutil

import pytest
from playwright.sync_api import sync_playwright

pytestmark = pytest.mark.browser


def test_chromium_lays_out_a_page_and_runs_its_script() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("BRANCHLINE_CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.set_content("<p id=p style='width:50%'>.</p><script>p.textContent = 6 * 7</script>")
        assert page.text_content("#p") == "42"
        assert page.evaluate("document.documentElement.clientWidth") == 390
        browser.close()
