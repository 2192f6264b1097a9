import { accountTexts, pictureTexts } from "./catalogue";

export const photoWords = {
  label: "Profile picture",
  choose: "Choose a picture",
  change: "Change picture",
  remove: "Remove picture",
  hint: "JPEG, PNG, GIF or WebP, up to 5\u00A0MB",
  busy: "Preparing the picture",
  tooLarge: pictureTexts.tooLarge,
  tooLargeText: pictureTexts.tooLargeText,
  wrongType: pictureTexts.wrongType,
  failed: accountTexts.photoFailed,
  removeFailed: "Failed to remove picture",
  removed: "Profile picture removed",
  updated: accountTexts.photoUpdated,
};
