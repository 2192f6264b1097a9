import { PRODUCT } from "@shelv/contract/product";
import { isolateBidi } from "#words/format/isolate-bidi";
import { logoutTexts } from "#words/catalogue";

export const navigationWords = {
  label: "Main",
  quickWays: "Quick ways",
  skip: "Skip to content",
  open: "Open navigation",
  close: "Close navigation",
  dashboard: "Dashboard",
  myShelv: `My ${PRODUCT}`,
  items: "Links & Items",
  appearance: "Appearance",
  profile: "Profile",
  account: "Account",
  unsaved: "Couldn't save",
  changedElsewhere: "Changed elsewhere",
  logout: "Logout",
  preview: "Preview",
  user: "User",
  viewPage: "View the public page of",
  suspended: (reason: string) =>
    `Your page is suspended: visitors can't see it. The reason given: ${isolateBidi(reason)}`,
  notReady:
    "This device has nothing of your account yet, and there is no connection to fetch it. It will load as soon as you are online.",
};

export const logoutWords = {
  ...logoutTexts,
  title: "Log out with unsent changes?",
  text: (changes: string) =>
    `${changes} on this device ${changes.startsWith("1 ") ? "has" : "have"} not reached the server yet.`,
  draftsTitle: "Log out with unsaved drafts?",
  draftsText: (forms: string) => `What you typed in ${forms} is not saved yet, and only on this device.`,
  sendNow: "Send now, then log out",
  keep: "Keep here and log out",
  discard: "Discard and log out",
  notSent: "Not everything could be sent. Your changes are still here",
};

export const themeWords = {
  label: "Theme of the editor",
  light: "Light",
  dark: "Dark",
  system: "System",
};

export const missingScreenWords = {
  title: "This screen is on its way",
  text: "It opens by itself as soon as there is a connection. What you saved is safe on this device.",
};

export const crashWords = {
  title: "Something broke on this screen",
  text: "What you saved is safe on this device. Reloading usually helps.",
  reload: "Reload",
};

export const ownerPageWords = {
  notHere: (username: string) =>
    `The page of @${username} isn't saved on this device, so it has to wait until you are back online.`,
  title: "You're offline",
  own: "This is your page as it stands on this device.",
  frame: "Your page as visitors see it",
  back: `Back to My ${PRODUCT}`,
};

export const updateWords = {
  ready: "A new version is ready",
  now: "Update now",
  coming: "Updating…",
  wait: "Save or close your form first, then update",
  held: "A new version is here. It starts when your form is saved or closed",
};
