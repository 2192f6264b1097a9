import { expect, type Page } from "@playwright/test";

/** Goes through a screen with Tab and back: whatever takes the focus can be seen, and lies under no bar. */
export async function expectFocusInSight(page: Page, presses: number): Promise<void> {
  const covered: string[] = [];
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let press = 0; press < presses; press += 1) {
      await page.keyboard.press(key);
      const found = await page.evaluate(coveredFocus);
      if (found !== null) covered.push(`${key}: ${found}`);
    }
  }
  expect(covered, `what has the focus and is not to be seen at ${page.url()}`).toEqual([]);
}

/** What lies over the middle of what has the focus; its own field's icon and label are no cover. */
function coveredFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.tagName === "IFRAME") return null;
  const { x, y, width, height } = focused.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  if (over && (focused.contains(over) || over.contains(focused) || focused.closest("label")?.contains(over))) return null;
  return `${focused.tagName} "${focused.getAttribute("aria-label") ?? focused.textContent}" at ${Math.round(y)}, under ${over?.tagName ?? "nothing"} "${over?.textContent ?? ""}"`;
}
