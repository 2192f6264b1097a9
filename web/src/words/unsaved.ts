import type { MutationName } from "@shelv/mutators/mutations";
import { counted } from "./count";

export const unsavedWords = {
  title: "Couldn't save",
  lead: "These changes were refused. Nothing is lost: try again, copy what you typed, or let it go.",
  emptyTitle: "Everything is saved",
  emptyText: "If a change is ever refused, it waits here with everything you typed.",
  retry: "Retry",
  copy: "Copy",
  discard: "Discard",
  copied: "Copied",
  copyFailed: "The browser did not let us copy",
  retryFailed: "Still not possible",
  retried: "Trying again",
  followers: (count: number) => `and ${counted(count, "change")} that came with it`,
  discardTitle: "Discard this change?",
  discardText: "What you typed will be deleted from this device. This action cannot be undone.",
  unknown: "A change",
  empty: "(empty)",
  picture: "(a picture)",
};

export const mutationWords: Record<MutationName, string> = {
  "shelf.create": "New shelf",
  "shelf.update": "Changes to a shelf",
  "shelf.move": "A shelf's new place",
  "shelf.delete": "A deleted shelf",
  "item.create": "New item",
  "item.update": "Changes to an item",
  "item.move": "An item's new place",
  "item.delete": "A deleted item",
  "category.create": "New category",
  "category.update": "Changes to a category",
  "category.move": "A category's new place",
  "category.delete": "A deleted category",
  "social-link.set": "A social link",
  "social-link.move": "A social link's new place",
  "social-link.delete": "A deleted social link",
  "profile.update": "Changes to your profile",
  "appearance.update": "Changes to your page's look",
  "settings.update": "Changes to your settings",
  "plan.choose": "Your plan",
  "onboarding.complete": "Your setup",
};

/** What owners call the fields of their things; fields without a word are the app's own and not shown. */
export const fieldWords: Record<string, string> = {
  name: "Name",
  title: "Title",
  url: "URL",
  description: "Description",
  price: "Price",
  emoji: "Emoji",
  picture: "Picture",
  displayName: "Display name",
  bio: "Bio",
  website: "Website",
  location: "Location",
  value: "Handle or URL",
  primaryColor: "Primary color",
  customCss: "Custom CSS",
};
