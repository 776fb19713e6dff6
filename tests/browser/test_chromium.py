"""The browser that the tests use is a real one."""

import pytest
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_chromium_lays_out_a_page_and_runs_its_script(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content("<p id=p style='width:50%'>.</p><script>p.textContent = 6 * 7</script>")
    assert page.text_content("#p") == "42"
    assert page.evaluate("document.documentElement.clientWidth") == 390
    page.close()
