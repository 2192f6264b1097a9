/** What buttons say wherever they stand. */
export const actionWords = {
  cancel: "Cancel",
  close: "Close",
  delete: "Delete",
  edit: "Edit",
  view: "View",
  back: "Back",
  loading: "Loading",
  loadingLong: "This takes longer than it should. What you saved is safe. If it stays like this, close the app and open it again.",
  optional: "optional",
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
  error: "Error",
  success: "Success",
  somethingWrong: "Something went wrong. Please try again",
  noNetwork: "You seem to be offline. Please try again when you have a connection",
};
