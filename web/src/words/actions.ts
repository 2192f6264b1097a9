import { PRODUCT } from "@shelv/contract/product";
import { toastTitles } from "./catalogue";

export const actionWords = {
  cancel: "Cancel",
  close: "Close",
  delete: "Delete",
  edit: "Edit",
  view: "View",
  back: "Back",
  /** Another device has deleted the row. */
  restoreAnd: (rest: string) => `Restore and ${rest.toLowerCase()}`,
  loading: "Loading",
  loadingLong:
    "This takes longer than it should. What you saved is safe. If it stays like this, close the app and open it again.",
  optional: "optional",
};

export const copyWords = {
  copied: "Copied",
  refused: "The browser did not let us copy",
  byHand: "It is selected, so you can copy it by hand",
};

export const missingPartWords = {
  onItsWay: "This part is on its way. It comes by itself as soon as there is a connection.",
  nowhere: "This part did not come.",
  tryAgain: "Try again",
};

export const leaveWords = {
  title: "Leave without saving?",
  text: "What you typed here is not saved yet.",
  leave: "Discard",
  stay: "Keep editing",
};

export const toastWords = {
  region: "Notifications ({hotkey})",
  label: "Notification",
  dismiss: "Dismiss",
  ...toastTitles,
  somethingWrong: "Something went wrong. Please try again",
  noAnswer: "The server did not answer. Please try again",
  foreignAnswer: `Something on your network answers in ${PRODUCT}'s place`,
  noNetwork: "You seem to be offline. Please try again when you have a connection",
};
