import type { OnboardingAnswers } from "@shelv/contract/onboarding";
import type { LocalStore } from "#local-store/local-store";
import { withReopening } from "#local-store/storage-errors";

export const isPictureHere = async (store: LocalStore, sha256: string): Promise<boolean> =>
  (await store.pictures.where("sha256").equals(sha256).count()) > 0;

/**
 * The answers as they can be sent. The stored answers may outlive their photo, and the server would refuse them all for a missing one.
 * Throws a StorageError if the device cannot tell.
 */
export async function withoutLostPicture(
  store: LocalStore,
  { picture, ...others }: OnboardingAnswers,
): Promise<OnboardingAnswers> {
  return picture !== undefined && (await withReopening(store, () => isPictureHere(store, picture)))
    ? { ...others, picture }
    : others;
}
