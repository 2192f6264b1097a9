import { PRODUCT } from "@shelv/contract/product";
import { isolateBidi } from "#words/format/isolate-bidi";

export const shareWords = {
  title: "Shared",
  formTitle: (username: string) => `Add to @${username}'s shelf`,
  firstShelf: "Your first shelf, for what you shared",
  preparing: "Preparing the picture",
  pictureLeftOut: "The picture was too large. You can choose a smaller one in the form.",
  sent: `Something was sent to ${PRODUCT}`,
  sentBy: (host: string) => `by the site ${host}. If that wasn't you, close this. Nothing is saved yet.`,
  sentByUnknown: "by an app on this device, or by a site that hides its name. Nothing is saved yet.",
  moreWait: (count: number) =>
    count === 1 ? "One more waits after this." : `${count} more wait after this.`,
  added: "Added",
  undoAdding: (title: string) => `Undo adding ${isolateBidi(title)}`,
  askWhose: (username: string) =>
    `It arrived while no one was signed in on this device. Is it yours, @${username}?`,
  mine: "Yes, show it",
  notMine: "No, leave it",
  notAdded: "Not added",
  undo: "Undo",
  insteadOf: "Share it again",
  missedTitle: "We didn't get what you shared",
  missedText: `${PRODUCT} wasn't ready on this device yet. It is now, so please share it once more.`,
  nothingTitle: "Nothing to add yet",
  nothingText: `Share a link or a picture from any app, and choose ${PRODUCT}.`,
  nothingTextPaste: "Copy a link or a picture anywhere, then paste it here.",
  kept: "What you shared is saved on this device. Sign in to add it to a shelf.",
};
