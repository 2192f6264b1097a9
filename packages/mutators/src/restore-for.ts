import type { Mutation } from "./mutations.ts";

/** With it the rejected change would succeed; null if something else rejected it. */
export function restoreFor({
  name,
  args,
  code,
}: {
  name: string;
  args: unknown;
  code: string;
}): Mutation | null {
  const { id, shelfId } = (args ?? {}) as { id?: string; shelfId?: string };
  // An item's change names its shelf; a shelf's its own id.
  const goneShelf = name.startsWith("shelf.") ? id : shelfId;
  if (code === "shelf-not-found" && goneShelf) return { name: "shelf.restore", args: { id: goneShelf } };
  if (code === "item-not-found" && id) return { name: "item.restore", args: { id } };
  if (code === "category-not-found" && id) return { name: "category.restore", args: { id, itemIds: [] } };
  return null;
}
