import { accountTexts, pictureTexts } from "#words/catalogue";

export const photoWords = {
  label: "Profile picture",
  choose: "Choose a photo",
  change: "Change photo",
  remove: "Remove photo",
  hint: "JPEG, PNG, GIF or WebP, up to 5\u00A0MB",
  busy: "Preparing the photo",
  tooLarge: pictureTexts.tooLarge,
  tooLargeText: pictureTexts.tooLargeText,
  wrongType: pictureTexts.wrongType,
  failed: accountTexts.photoFailed,
  updated: accountTexts.photoUpdated,
};
