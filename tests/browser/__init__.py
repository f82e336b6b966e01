"""The pages in a real browser, against a real server: Chromium driven by Playwright."""
