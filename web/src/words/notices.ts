import { counted } from "#words/format/count";
import { isolateBidi } from "#words/format/isolate-bidi";

export const noticeWords = {
  label: "Changed on another device",
  renamed: (thing: string) => `You also renamed ${isolateBidi(thing)} on another device`,
  changed: (field: string | undefined, thing: string) =>
    `${field ?? "A value"} of ${isolateBidi(thing)} was also changed on another device`,
  gone: (category: string, thing: string) =>
    `The category ${isolateBidi(category)} was deleted on another device before ${isolateBidi(thing)} came into it`,
  deletedShelf: (shelf: string, items: number) =>
    `${isolateBidi(shelf)} (${counted(items, "item")}) was deleted on another device after your edit`,
  deletedItem: (item: string) => `${isolateBidi(item)} was deleted on another device after your edit`,
  deletedCategory: (category: string) =>
    `The category ${isolateBidi(category)} was deleted on another device after your edit`,
  deletedLink: (platform: string) => `Your ${platform} link was deleted on another device after your edit`,
  droppedCategory: (item: string, category: string) =>
    `${isolateBidi(item)} was moved to another shelf and is no longer in ${isolateBidi(category)}`,
  look: "Your page's look was also changed on another device",
  more: (count: number) => `And ${count} more, too many to keep`,
  dismiss: "Dismiss",
  leaveDeleted: "Leave deleted",
  link: (platform: string) => `your ${platform} link`,
  profile: "your profile",
  appearance: "your page's look",
  settings: "your settings",
  use: "Use",
  useEmpty: "Make it empty",
  usePicture: "Use the replaced picture",
  useNoPicture: "Use no picture",
  keep: "Keep",
  keepEmpty: "Keep it empty",
  keepPicture: "Keep the current picture",
  keepNoPicture: "Keep it without a picture",
  quoted: (text: string) => `“${isolateBidi(text)}”`,
  restore: "Restore",
  restored: "Restored",
  restoreFailed: "Couldn't restore it",
};
