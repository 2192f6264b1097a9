import { PRODUCT } from "@shelv/contract/product";
import { counted } from "#words/format/count";

export const shareWords = {
  title: `Share to ${PRODUCT}`,
  formTitle: (username: string) => `Put it on a shelf of @${username}`,
  firstShelf: "Your first shelf, for what you shared",
  preparing: "Preparing the picture",
  pictureLeftOut: "The picture was too large to come along. You can choose a smaller one in the form.",
  sent: `Something was sent to ${PRODUCT}`,
  sentBy: (host: string) =>
    `by the site ${host}. If you did not ask for it, close this: nothing is saved by itself.`,
  sentByUnknown: "by an app on this device, or by a site that hides its name. Nothing is saved by itself.",
  askWhose: (username: string) =>
    `It came while nobody was signed in on this device. Is it yours, @${username}?`,
  mine: "Yes, show it",
  notMine: "No, leave it",
  notAdded: "Not added",
  undo: "Undo",
  insteadOf: "Share it again from where it came",
  missedTitle: "What you shared did not arrive",
  missedText: `${PRODUCT} was not ready on this device yet. It is now: please share it once more.`,
  nothingTitle: "Nothing is waiting to be put on a shelf",
  nothingText: `Share a link or a picture from any app, and choose ${PRODUCT}.`,
  nothingTextPaste: "Copy a link or a picture anywhere, then paste it here.",
  toShelves: `Go to My ${PRODUCT}`,
  waiting: (count: number) =>
    `${counted(count, "thing")} you shared ${count === 1 ? "is" : "are"} waiting for a shelf`,
  sentWaiting: (count: number) =>
    `${counted(count, "thing")} sent to ${PRODUCT} ${count === 1 ? "is" : "are"} waiting for a shelf`,
  putAway: "Choose a shelf",
  paste: "Paste",
  nothingToPaste: "There is no link or picture to paste",
  kept: "What you shared is kept on this device. Sign in to put it on a shelf.",
};
