export const draftWords = {
  title: "Unsaved draft",
  goOn: "Continue",
  discard: "Discard",
  unstored: "This device has no room to keep a draft of this. Save it before you close the app.",
};
