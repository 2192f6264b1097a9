/**
 * An import goes on when its screen is left, since nothing may end an upload half way: so how far it is, and what came of it, stands
 * apart from the screen, which tells it again when its owner comes back.
 */
import type { ImportAnswer } from "@shelv/contract/export";
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { holdingReload } from "#ui/reload";
import { showError, showToast, dismissToast } from "#ui/toast";
import { accountWords } from "#words/account";
import { errorWords } from "#words/errors";
import { isSigningOut } from "#workbench/sign-out-state";

const words = accountWords.data;

/** `progress` is from 0 to 1, and null while nothing is uploaded; `result` is of the last one. */
type ImportRun = { progress: number | null; result: ImportAnswer | null };

const NO_RUN: ImportRun = { progress: null, result: null };

/** Whoever signs in next, in the same page, is told nothing of it. */
const lastRunAtom = atom<{ userId: string; run: ImportRun } | null>(null);

const runOf = (last: { userId: string; run: ImportRun } | null, userId: string) =>
  last?.userId === userId ? last.run : NO_RUN;

export const useImportRun = (userId: string): ImportRun => runOf(useAtomValue(lastRunAtom), userId);
export const importRun = (userId: string): ImportRun => runOf(getDefaultStore().get(lastRunAtom), userId);

/** Where the run is told; null while that is on no screen. */
let place: Pick<HTMLElement, "offsetParent"> | null = null;
export const tellImportAt = (element: typeof place): void => void (place = element);

/** Also false where it stands on a tab that is not the one in front. */
const isSeen = () => place !== null && place.offsetParent !== null;

/** Follows an import to its end, and tells of that by a toast where nobody sees it otherwise. No update reloads the app before. */
export async function followImport(
  userId: string,
  take: (onProgress: (sent: number) => void) => Promise<ImportAnswer>,
): Promise<void> {
  const set = (run: ImportRun) => getDefaultStore().set(lastRunAtom, { userId, run });
  set({ progress: 0, result: null });
  dismissToast(words.importFailed);
  addEventListener("beforeunload", askFirst);
  try {
    const result = await holdingReload(() => take((progress) => set({ progress, result: null })));
    set({ progress: null, result });
    if (!isSeen()) showToast({ title: words.importDone, text: words.importTold(result) });
  } catch (error) {
    set(NO_RUN);
    showError(errorWords(error), words.importFailed);
  } finally {
    removeEventListener("beforeunload", askFirst);
  }
}

/** Who leaves the app altogether would cut it off. */
const askFirst = (event: Event) => isSigningOut() || event.preventDefault();
