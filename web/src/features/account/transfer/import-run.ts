/** An import and its result outlive the screen, since nothing may interrupt an upload. */
import type { ImportAnswer } from "@shelv/contract/export";
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { holdingReload } from "#platform/reload";
import { showError, showToast, dismissToast } from "#ui/feedback/toast";
import { accountWords } from "#words/screens/account";
import { errorWords } from "#words/errors";
import { isSigningOut } from "#navigation/sign-out-state";

const words = accountWords.data;

/** `progress`: 0 to 1, null while nothing uploads. */
type ImportRun = { progress: number | null; result: ImportAnswer | null };

const NO_RUN: ImportRun = { progress: null, result: null };

/** The last import with its account: the next account that signs in on this page must not see it. */
const lastRunAtom = atom<{ userId: string; run: ImportRun } | null>(null);

const runOf = (last: { userId: string; run: ImportRun } | null, userId: string) =>
  last?.userId === userId ? last.run : NO_RUN;

export const useImportRun = (userId: string): ImportRun => runOf(useAtomValue(lastRunAtom), userId);
export const importRun = (userId: string): ImportRun => runOf(getDefaultStore().get(lastRunAtom), userId);

let place: Pick<HTMLElement, "offsetParent"> | null = null;
export const showImportIn = (element: typeof place): void => void (place = element);

const isSeen = () => place !== null && place.offsetParent !== null;

/** A toast reports the end if the screen is not visible. Until then no update reloads the app. */
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
    if (!isSeen()) showToast({ title: words.importDone, text: words.importResult(result) });
  } catch (error) {
    set(NO_RUN);
    showError(errorWords(error), words.importFailed);
  } finally {
    removeEventListener("beforeunload", askFirst);
  }
}

const askFirst = (event: Event) => isSigningOut() || event.preventDefault();
