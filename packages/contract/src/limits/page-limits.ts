/** However many its owner has: anonymous visitors cause the work. */
export const PAGE_MAX_SHELVES = 500;
export const PAGE_MAX_ITEMS = 1000;
/** Characters of its items' and shelves' long texts. Items beyond it are not shown. */
export const PAGE_MAX_TEXT = 1_000_000;
export const SHELF_MAX_CHIPS = 100;

export type LeftOut = { shelves: number; items: number };

export function leftOutSentence({ shelves, items }: LeftOut): string | null {
  const parts = [counted(items, "item"), counted(shelves, "shelf", "shelves")].filter(
    (part) => part !== null,
  );
  if (parts.length === 0) return null;
  return `${parts.join(" and ")} ${shelves + items === 1 ? "is" : "are"} not shown on this page.`;
}

function counted(count: number, one: string, many = `${one}s`): string | null {
  return count === 0 ? null : `${count.toLocaleString("en-US")} more ${count === 1 ? one : many}`;
}
