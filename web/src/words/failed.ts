import type { MutationName } from "@shelv/mutators/mutations";
import { counted } from "./count";

/** What people read when a change could not be made, on this device or, later, by the server. One place for every change. */
export const failedWords: Record<MutationName, (message: string) => string> = {
  "shelf.create": (message) => `Failed to create shelf: ${message}`,
  "shelf.update": (message) => `Failed to update shelf: ${message}`,
  "shelf.move": (message) => `Failed to reorder shelves: ${message}`,
  "shelf.delete": (message) => `Failed to delete shelf: ${message}`,
  "item.create": (message) => `Failed to create item: ${message}`,
  "item.update": (message) => `Failed to update item: ${message}`,
  "item.move": (message) => `Failed to reorder items: ${message}`,
  "item.delete": (message) => `Failed to delete item: ${message}`,
  "shelf.restore": (message) => `Failed to restore shelf: ${message}`,
  "item.restore": (message) => `Failed to restore item: ${message}`,
  "category.restore": (message) => `Failed to restore category: ${message}`,
  "notice.dismiss": (message) => `Failed to put a notice away: ${message}`,
  "category.create": (message) => `Failed to create category: ${message}`,
  "category.update": (message) => `Failed to update category: ${message}`,
  "category.move": (message) => `Failed to reorder categories: ${message}`,
  "category.delete": (message) => `Failed to delete category: ${message}`,
  "social-link.set": (message) => `Failed to update social links: ${message}`,
  "social-link.move": (message) => `Failed to reorder social links: ${message}`,
  "social-link.delete": (message) => `Failed to delete social link: ${message}`,
  "appearance.update": (message) => `Failed to save settings: ${message}`,
  "settings.update": (message) => `Failed to update settings: ${message}`,
  "plan.choose": (message) => `Failed to choose plan: ${message}`,
  "onboarding.complete": (message) => `Setup failed: ${message}`,
  "profile.update": (message) => `Failed to update profile: ${message}`,
};

/** Said after the first of several that failed together. */
export const failedToo = (count: number) => `and ${counted(count, "other change")}`;

/** A change that only an older or newer build knows. */
export const failedUnknown = (message: string) => `Failed to save a change: ${message}`;
