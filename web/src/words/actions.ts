import { PRODUCT } from "@shelv/contract/product";
import { toastTitles } from "./catalogue";

export const actionWords = {
  cancel: "Cancel",
  close: "Close",
  delete: "Delete",
  edit: "Edit",
  view: "View",
  back: "Back",
  restoreAnd: (rest: string) => `Restore and ${rest.toLowerCase()}`,
  loading: "Loading",
  loadingLong:
    "This is taking longer than usual. What you saved is safe. If nothing happens, close the app and open it again.",
  optional: "optional",
};

export const copyWords = {
  copied: "Copied",
  refused: "Your browser didn't allow copying",
  byHand: "It's selected, so you can copy it yourself",
};

export const missingPartWords = {
  onItsWay: "This part isn't here yet. It loads as soon as you're online.",
  nowhere: "This part didn't load.",
  tryAgain: "Try again",
};

export const leaveWords = {
  title: "Leave without saving?",
  text: "What you typed isn't saved yet.",
  leave: "Discard",
  stay: "Keep editing",
};

export const toastWords = {
  region: "Notifications ({hotkey})",
  label: "Notification",
  dismiss: "Dismiss",
  ...toastTitles,
  somethingWrong: "Something went wrong. Please try again",
  noAnswer: "The server didn't answer. Please try again",
  foreignAnswer: `Something on your network is blocking ${PRODUCT}`,
  noNetwork: "You seem to be offline. Please try again when you're back online",
};
