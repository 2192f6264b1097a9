import type { OnboardingAnswers } from "@shelv/contract/rows/onboarding";
import type { LocalStore } from "#local-store/local-store";
import { withReopening } from "#local-store/storage-errors";

export const isPictureHere = async (store: LocalStore, sha256: string): Promise<boolean> =>
  (await store.pictures.where("sha256").equals(sha256).count()) > 0;

/**
 * The server would refuse all answers for a missing photo, which they may outlive. Throws a StorageError if
 * the device cannot tell.
 */
export async function withoutLostPicture(
  store: LocalStore,
  { picture, ...others }: OnboardingAnswers,
): Promise<OnboardingAnswers> {
  return picture !== undefined && (await withReopening(store, () => isPictureHere(store, picture)))
    ? { ...others, picture }
    : others;
}
