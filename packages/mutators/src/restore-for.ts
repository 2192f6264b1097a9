import type { Mutation } from "./mutations.ts";

/** The deletion to take back so that a refused change could be made again; null where something else stood in its way. */
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
  // A change of an item that names a shelf found no shelf; one of a shelf names it by its own id.
  const goneShelf = name.startsWith("shelf.") ? id : shelfId;
  if (code === "shelf-not-found" && goneShelf) return { name: "shelf.restore", args: { id: goneShelf } };
  if (code === "item-not-found" && id) return { name: "item.restore", args: { id } };
  if (code === "category-not-found" && id) return { name: "category.restore", args: { id, itemIds: [] } };
  return null;
}
