/**
 * The specification's texts, letter for letter. The server's are in the contract, visitors' in the public
 * page.
 */
import { PRODUCT } from "@shelv/contract/product";
import { CODE_NOT_SENT } from "@shelv/contract/sign-in";
import { pageWords } from "@shelv/public-page/text/page-words";
import { isolateBidi } from "#words/format/isolate-bidi";

export const toastTitles = { error: "Error", success: "Success" };

export const withReason = (failure: string, reason: string) => `${failure}: ${reason}`;

export const usernameTexts = { checkFailed: "Failed to check username" };

export const signInTexts = {
  sendFailed: CODE_NOT_SENT,
  resendFailed: "Failed to resend verification code",
  verifyFailed: "Failed to verify code",
  registerFailed: "Failed to complete registration",
  sent: "Verification code sent",
  sentTo: (email: string) => `We've sent a 6-digit code to ${email}`,
  verified: "Email verified",
  loggedIn: "Login successful",
  registered: "Account created",
};

export const logoutTexts = { failed: "Logout Failed", failedText: "There was an error logging out" };

export const shelfTexts = {
  createFailed: "Failed to create shelf",
  deleteFailed: "Failed to delete shelf",
  moveFailed: "Failed to reorder shelves",
  created: "Shelf created successfully",
  deleted: "Shelf deleted successfully",
  deleteQuestion: (name: string) =>
    `This will permanently delete the shelf "${isolateBidi(name)}" and all of its items. This action cannot be undone.`,
  noItems: pageWords.noItems,
};

export const itemTexts = {
  createFailed: "Failed to create item",
  updateFailed: "Failed to update item",
  deleteFailed: "Failed to delete item",
  created: "Item created successfully",
  updated: "Item updated successfully",
  deleted: "Item deleted successfully",
};

export const pictureTexts = {
  wrongType: "Invalid image type",
  tooLarge: "File too large",
  tooLargeText: "Please select an image under 5MB",
};

export const accountTexts = {
  profileFailed: "Failed to update profile",
  settingsFailed: "Failed to update settings",
  photoFailed: "Failed to upload image",
  profileUpdated: "Profile updated successfully",
  settingsUpdated: "Settings updated successfully",
  photoUpdated: "Profile picture updated successfully",
};

export const appearanceTexts = {
  saveFailed: "Failed to save settings",
  saved: "Appearance settings saved successfully",
};

export const setupTexts = {
  failed: "Setup failed",
  failedText: "There was an error setting up your profile.",
  done: `Welcome to ${PRODUCT}!`,
  doneText: "Your profile has been set up successfully.",
};

export const figuresTexts = { noActivity: "No recent activity", noPopular: "No popular items yet" };

export const offlineText = "You're offline. Some features may be limited.";
