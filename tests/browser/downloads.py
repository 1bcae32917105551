"""Downloads from a page in the browser."""

from playwright.sync_api import Download, Page


def made_pdf(page: Page) -> Download:
    """The file from "Make the PDF", at once or by way of the page that waits for a longer one."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Make the PDF").click()
        later = page.get_by_role("link", name="Download the PDF")
        later.or_(page.get_by_role("button", name="Make the PDF")).first.wait_for()
        if later.is_visible():
            later.click()
    return download.value
