import { navigationWords } from "#words/screens/navigation";
import { isolateBidi } from "#words/format/isolate-bidi";
import { counted } from "#words/format/count";

export const deletedWords = {
  title: navigationWords.deleted,
  lead: "What you deleted stays here for 30 days and can be restored.",
  listLabel: navigationWords.deleted,
  emptyTitle: "Nothing deleted recently",
  emptyText: "Shelves, items and categories that you delete stay here for 30 days.",
  back: "Back to your account",
  kinds: { shelves: "Shelf", items: "Item", categories: "Category" },
  deleted: (when: string) => `deleted ${when}`,
  daysLeft: (days: number) => `${counted(days, "day")} left`,
  onShelf: (shelf: string) => `on ${isolateBidi(shelf)}`,
  withShelf: (shelf: string) => `Its shelf ${isolateBidi(shelf)} is restored with it`,
  withItems: (items: number, categories: number) =>
    `with ${[counted(items, "item"), ...(categories > 0 ? [counted(categories, "category", "categories")] : [])].join(" and ")}`,
  restore: "Restore",
  restoreWhich: (name: string) => `Restore ${isolateBidi(name)}`,
  restored: "Restored",
  restoreFailed: "Couldn't restore it",
  more: "Show more",
};
