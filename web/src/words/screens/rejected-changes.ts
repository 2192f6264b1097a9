import type { MutationName } from "@shelv/mutators/mutations";
import { pageWords } from "@shelv/public-page/text/page-words";
import { isolateBidi } from "#words/format/isolate-bidi";
import { counted } from "#words/format/count";

const MOMENT = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

export const rejectedWords = {
  lead: "These changes were refused. Nothing is lost: try again, correct or copy what you typed, or let it go.",
  emptyTitle: "Nothing needs you",
  emptyText: "If a change is ever refused, it waits here with everything you typed.",
  accountGone: (username: string) =>
    `This was made in @${username}, an account that was deleted, so it cannot be saved`,
  retry: "Retry",
  restore: "Restore and retry",
  edit: "Edit",
  editPart: (what: string) => `Edit: ${what}`,
  editTitle: (what: string) => `Correct: ${what}`,
  save: "Save",
  onShelf: (name: string, shelf: string) =>
    name === "" ? `on ${isolateBidi(shelf)}` : `${isolateBidi(name)}, on ${isolateBidi(shelf)}`,
  copy: "Copy",
  discard: "Discard",
  retryFailed: "Still not possible",
  retried: "Trying again",
  pictureGone: "This picture is no longer on this device. Please choose it again",
  discardFailed: "Still here",
  madeAt: (ms: number) => `Made on ${MOMENT.format(ms)}`,
  followers: (count: number) => `and ${counted(count, "change")} that came with it`,
  discardTitle: "Discard this change?",
  discardText: "What you typed will be deleted from this device. This action cannot be undone.",
  unknown: "A change",
  empty: "(empty)",
  picture: "(a picture)",
  category: "(a deleted category)",
  leave: "Leave as it is",
  leaveWhich: (field: string) => `Leave as it is: ${field}`,
  left: "Left as it was",
};

export const mutationWords: Record<MutationName, string> = {
  "shelf.create": "New shelf",
  "shelf.update": "Changes to a shelf",
  "shelf.move": "A shelf's new place",
  "shelf.delete": "A deleted shelf",
  "shelf.restore": "A shelf brought back",
  "item.create": "New item",
  "item.update": "Changes to an item",
  "item.move": "An item's new place",
  "item.delete": "A deleted item",
  "item.restore": "An item brought back",
  "category.create": "New category",
  "category.update": "Changes to a category",
  "category.move": "A category's new place",
  "category.delete": "A deleted category",
  "category.restore": "A category brought back",
  "social-link.set": "A social link",
  "social-link.move": "A social link's new place",
  "social-link.delete": "A deleted social link",
  "profile.update": "Changes to your profile",
  "appearance.update": "Changes to your page's look",
  "settings.update": "Changes to your settings",
  "plan.choose": "Your plan",
  "onboarding.complete": "Your setup",
  "notice.dismiss": "A notice put away",
};

/** A field without one is internal. */
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
  template: "Template",
  primaryColor: "Primary colour",
  fontFamily: "Font",
  theme: "Theme of your page",
  shelfBackground: "Shelf background",
  customCss: "Custom CSS",
  showsCredit: `Show “${pageWords.credit}”`,
  publicProfile: "Public profile",
  showAnalytics: "Show analytics",
  emailNotifications: "Email notifications",
};
