/** Of the owner's picture, in the setup and in Account. */
export const photoWords = {
  label: "Profile picture",
  choose: "Choose a photo",
  change: "Change photo",
  remove: "Remove photo",
  hint: "JPEG, PNG, GIF or WebP, up to 5 MB",
  busy: "Preparing the photo",
  tooLarge: "File too large",
  tooLargeText: "Please select an image under 5MB",
  wrongType: "Invalid image type",
  failed: "Failed to upload image",
  updated: "Profile picture updated successfully",
};
