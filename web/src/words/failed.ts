import type { MutationName } from "@shelv/mutators/mutations";
import { accountTexts, appearanceTexts, itemTexts, setupTexts, shelfTexts, withReason } from "./catalogue";
import { counted } from "#words/format/count";

export const failures: Record<MutationName, string> = {
  "shelf.create": shelfTexts.createFailed,
  "shelf.update": "Failed to update shelf",
  "shelf.move": shelfTexts.moveFailed,
  "shelf.delete": shelfTexts.deleteFailed,
  "shelf.restore": "Failed to restore shelf",
  "item.create": itemTexts.createFailed,
  "item.update": itemTexts.updateFailed,
  "item.move": "Failed to reorder items",
  "item.delete": itemTexts.deleteFailed,
  "item.restore": "Failed to restore item",
  "item.complete-details": "Failed to read the link",
  "item.take-back-details": "Failed to take back the link's details",
  "item.note-link-checks": "Failed to check links",
  "category.create": "Failed to create category",
  "category.update": "Failed to update category",
  "category.move": "Failed to reorder categories",
  "category.delete": "Failed to delete category",
  "category.restore": "Failed to restore category",
  "social-link.set": "Failed to update social links",
  "social-link.move": "Failed to reorder social links",
  "social-link.delete": "Failed to delete social link",
  "profile.update": accountTexts.profileFailed,
  "appearance.update": appearanceTexts.saveFailed,
  "settings.update": accountTexts.settingsFailed,
  "plan.choose": "Failed to choose plan",
  "onboarding.complete": setupTexts.failed,
  "notice.dismiss": "Couldn't dismiss the notice",
};

export const failedWords = Object.fromEntries(
  Object.entries(failures).map(([name, failure]) => [name, (reason: string) => withReason(failure, reason)]),
) as Record<MutationName, (reason: string) => string>;

export const failedToo = (count: number) => `and ${counted(count, "other change")}`;

export const failedUnknown = (reason: string) => withReason("Failed to save a change", reason);
