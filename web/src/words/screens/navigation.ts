import { PRODUCT } from "@shelv/contract/product";
import { isolateBidi } from "#words/format/isolate-bidi";
import { logoutTexts } from "#words/catalogue";

export const navigationWords = {
  label: "Main",
  quickWays: "Shortcuts",
  skip: "Skip to content",
  close: "Close navigation",
  dashboard: "Dashboard",
  myShelv: `My ${PRODUCT}`,
  items: "Links & Items",
  needsLook: "Needs a look",
  deleted: "Recently deleted",
  appearance: "Appearance",
  profile: "Profile",
  account: "Account",
  unsaved: "Unsaved changes",
  changedElsewhere: "Changed elsewhere",
  logout: "Logout",
  preview: "Preview",
  user: "User",
  viewPage: "View the public page of",
  suspended: (reason: string) =>
    `Your page is suspended, so visitors can't see it. Reason: ${isolateBidi(reason)}`,
  notReady: "Your account isn't on this device yet. It loads as soon as you're online.",
};

export const tabWords = {
  label: "Tab bar",
  shelves: "Shelves",
  stats: "Stats",
  add: "New item",
  look: "Look",
  you: "You",
};

export const logoutWords = {
  ...logoutTexts,
  title: "Sign out with unsent changes?",
  text: (changes: string) =>
    `${changes} on this device ${changes.startsWith("1 ") ? "has" : "have"} not reached the server yet.`,
  draftsTitle: "Sign out with unsaved drafts?",
  draftsText: (forms: string) => `What you typed in ${forms} isn't saved yet. It's only on this device.`,
  sendNow: "Send now, then sign out",
  keep: "Keep here and sign out",
  discard: "Discard and sign out",
  notSent: "We couldn't send everything. Your changes are still here",
};

export const missingScreenWords = {
  title: "This screen isn't here yet",
  text: "It opens as soon as you're online. What you saved is safe on this device.",
};

export const crashWords = {
  title: "Something broke on this screen",
  text: "What you saved is safe on this device. Reloading usually helps.",
  reload: "Reload",
};

export const updateWords = {
  ready: "A new version is ready",
  now: "Update now",
  coming: "Updating…",
  wait: "Save or close your form first, then update",
  held: "A new version is ready. It starts when you save or close your form",
};
