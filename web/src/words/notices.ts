import { isolateBidi } from "./isolate-bidi";

export const noticeWords = {
  label: "Changed on another device",
  changed: (field: string | undefined, thing: string) =>
    `${field ?? "A value"} of ${isolateBidi(thing)} was changed on another device, too`,
  gone: (category: string, thing: string) =>
    `The category ${isolateBidi(category)} was deleted on another device before ${isolateBidi(thing)} came into it`,
  profile: "your profile",
  appearance: "your page's look",
  settings: "your settings",
  lost: "It was",
  now: "Now it is",
  restore: "Restore",
  keep: "Keep",
  restored: "Restored",
  restoreFailed: "Could not be restored",
};
