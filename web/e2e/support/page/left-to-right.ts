import { expect, type Locator } from "@playwright/test";

export async function expectLeftToRight(text: Locator, parts: string[]): Promise<void> {
  const lefts = await text.evaluate((element, parts) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes: Node[] = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    return parts.map((part) => {
      const node = nodes.find(({ textContent }) => textContent?.includes(part));
      if (!node) return null;
      const at = node.textContent?.indexOf(part) ?? 0;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + part.length);
      return range.getBoundingClientRect().left;
    });
  }, parts);
  expect(lefts).not.toContain(null);
  expect(lefts, parts.join(" before ")).toEqual(lefts.toSorted((a, b) => Number(a) - Number(b)));
}
