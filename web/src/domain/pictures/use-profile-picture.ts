import { AVATAR_MAX_BYTES } from "@shelv/contract/rows/picture";
import { useState } from "react";
import { PictureProblem, preparePicture } from "#pictures/prepare-picture";
import { holdPicture } from "#outbox/pictures";
import { useOwner } from "#session/owner-context.tsx";
import { holdingReload } from "#platform/reload";
import { showError } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { photoWords as words } from "#words/photo";

export function useProfilePicture(onTaken: (sha256: string) => Promise<void> | void): {
  isBusy: boolean;
  take: (file: File) => Promise<void>;
} {
  const { readStore } = useOwner();
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File) => {
    if (file.size > AVATAR_MAX_BYTES) return showError(words.tooLargeText, words.tooLarge);
    setBusy(true);
    try {
      await holdingReload(async () => {
        const { bytes, type } = await preparePicture(file);
        await onTaken(await readStore((store) => holdPicture(store, bytes, type)));
      });
    } catch (error) {
      if (error instanceof PictureProblem && error.kind === "wrongType")
        showError(error.message, words.wrongType);
      else showError(error instanceof PictureProblem ? error.message : errorWords(error), words.failed);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, take };
}
