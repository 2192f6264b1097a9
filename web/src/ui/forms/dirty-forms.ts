/**
 * The open forms with typed text that is not saved yet. While there are any, nothing reloads the page, and the app asks
 * before it leaves (navigation/leave-guard.tsx). Each check calls the form again: a form just saved is no longer dirty.
 */
import { atom, getDefaultStore } from "jotai";
import { useEffect, useRef } from "react";

/** Maps each form's `isDirty` to what discards its text. */
const dirtyForms = new Map<() => boolean, () => Promise<void> | undefined>();

export const hasDirtyForms = (): boolean => [...dirtyForms.keys()].some((isDirty) => isDirty());

/**
 * Registers a form. `isDirty` is also called during render. A form in a hidden React tree does not count. Returns a function
 * that marks the form as clean, for a form that is saved and closes. `onDiscard` runs when the owner leaves without saving.
 */
export function useDirtyForm(
  isDirty: () => boolean,
  onDiscard?: () => Promise<void> | undefined,
): () => void {
  const newest = useRef(isDirty);
  const discard = useRef(onDiscard);
  const isReleased = useRef(false);
  useEffect(() => {
    newest.current = isDirty;
    discard.current = onDiscard;
  });
  const isDirtyNow = isDirty();
  useEffect(() => {
    if (!isDirtyNow) return undefined;
    const ask = () => !isReleased.current && newest.current();
    dirtyForms.set(ask, () => discard.current?.());
    return () => void dirtyForms.delete(ask);
  }, [isDirtyNow]);
  return () => {
    isReleased.current = true;
    // Nothing is left to lose, so an open question closes.
    if (!hasDirtyForms()) getDefaultStore().get(leaveQuestionAtom)?.answer(false);
  };
}

/** The open question whether to leave, with its answer callback; null when there is none. */
export const leaveQuestionAtom = atom<{ answer: (leaves: boolean) => void } | null>(null);

/** Whether the typed text may be lost: true at once if there is none, else the owner's answer. Yes clears the forms. */
export async function mayLeaveForms(): Promise<boolean> {
  const leaves = await wouldLeaveForms();
  if (leaves) dirtyForms.clear();
  return leaves;
}

/** The owner agreed to lose the typed text. A page restored from the back/forward cache gets its guards back. */
export function leaveForms(): void {
  const left = [...dirtyForms];
  dirtyForms.clear();
  addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (persisted) for (const [isDirty, discard] of left) dirtyForms.set(isDirty, discard);
    },
    { once: true },
  );
}

/** Like `mayLeaveForms`, but the forms stay guarded, because something else may still prevent leaving. */
export async function wouldLeaveForms(): Promise<boolean> {
  if (!hasDirtyForms()) return true;
  const store = getDefaultStore();
  // If asked again while the question is open (Back pressed twice), only the newest caller gets the answer: it knows the whole way back.
  const leaves = await new Promise<boolean>((answer) => store.set(leaveQuestionAtom, { answer }));
  store.set(leaveQuestionAtom, null);
  if (leaves) await Promise.all([...dirtyForms].map(async ([isDirty, discard]) => isDirty() && discard()));
  return leaves;
}
