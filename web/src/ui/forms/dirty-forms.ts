/**
 * Forms with unsaved text: nothing reloads the page, and the app asks before it leaves
 * (features/navigation/signed-in-layout.tsx). A check calls the form: one just saved is clean.
 */
import { atom, getDefaultStore } from "jotai";
import { useEffect, useRef } from "react";
import { holdReloadWhile } from "#platform/reload";

const dirtyForms = new Map<() => boolean, () => Promise<void> | undefined>();

export const hasDirtyForms = (): boolean => [...dirtyForms.keys()].some((isDirty) => isDirty());

holdReloadWhile(hasDirtyForms);

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
    if (!hasDirtyForms()) getDefaultStore().get(leaveQuestionAtom)?.answer(false);
  };
}

export const leaveQuestionAtom = atom<{ answer: (leaves: boolean) => void } | null>(null);

/** True without typed text, else the owner's answer. Yes clears the forms. */
export async function mayLeaveForms(): Promise<boolean> {
  const leaves = await wouldLeaveForms();
  if (leaves) dirtyForms.clear();
  return leaves;
}

/** A page from the back/forward cache gets its guards back. */
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

/** The forms stay guarded: something else may still prevent leaving. */
export async function wouldLeaveForms(): Promise<boolean> {
  if (!hasDirtyForms()) return true;
  const store = getDefaultStore();
  // If Back is pressed twice, only the second caller gets the answer: it goes back both steps.
  const leaves = await new Promise<boolean>((answer) => store.set(leaveQuestionAtom, { answer }));
  store.set(leaveQuestionAtom, null);
  if (leaves) await Promise.all([...dirtyForms].map(async ([isDirty, discard]) => isDirty() && discard()));
  return leaves;
}
