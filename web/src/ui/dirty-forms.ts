/**
 * The open forms that hold something typed and not yet saved. While there are some nothing reloads the page, and who leaves is
 * asked first (workbench/leave-guard.tsx). Each form is asked anew every time: one that was saved a moment ago is dirty no more.
 */
import { atom, getDefaultStore } from "jotai";
import { useEffect, useRef } from "react";

/** Each with what discards what was typed in it. */
const dirtyForms = new Map<() => boolean, () => Promise<void> | undefined>();

export const hasDirtyForms = (): boolean => [...dirtyForms.keys()].some((isDirty) => isDirty());

/**
 * `isDirty` is asked while drawing as well. A form in a part of the screen that React has put to sleep does not count. Returns how to let go
 * of what was typed, for who has saved it and goes. `onDiscard`: the owner leaves, and wants none of it.
 */
export function useDirtyForm(
  isDirty: () => boolean,
  onDiscard?: () => Promise<void> | undefined,
): () => void {
  const newest = useRef(isDirty);
  const discard = useRef(onDiscard);
  const isLetGo = useRef(false);
  useEffect(() => {
    newest.current = isDirty;
    discard.current = onDiscard;
  });
  const isDirtyNow = isDirty();
  useEffect(() => {
    if (!isDirtyNow) return undefined;
    const ask = () => !isLetGo.current && newest.current();
    dirtyForms.set(ask, () => discard.current?.());
    return () => void dirtyForms.delete(ask);
  }, [isDirtyNow]);
  return () => {
    isLetGo.current = true;
    // Nothing is left to lose: who was asked meanwhile is asked no more.
    if (!hasDirtyForms()) getDefaultStore().get(leaveQuestionAtom)?.answer(false);
  };
}

/** The open question whether to leave, and how it is answered; null while nothing is asked. */
export const leaveQuestionAtom = atom<{ answer: (leaves: boolean) => void } | null>(null);

/** Whether what was typed may be lost: at once where nothing would be, else as the owner answers. A yes lets go of the forms. */
export async function mayLeaveForms(): Promise<boolean> {
  const leaves = await wouldLeaveForms();
  if (leaves) dirtyForms.clear();
  return leaves;
}

/** What is typed goes with the page, as its owner has said. A browser that brings the page back brings all of it back, to be guarded again. */
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

/** As `mayLeaveForms`, where something else may still keep the owner: until they are gone the forms are guarded. */
export async function wouldLeaveForms(): Promise<boolean> {
  if (!hasDirtyForms()) return true;
  const store = getDefaultStore();
  // Asked again while the question stands (Back, pressed twice), only the newest asker has an answer: it knows the whole way back.
  const leaves = await new Promise<boolean>((answer) => store.set(leaveQuestionAtom, { answer }));
  store.set(leaveQuestionAtom, null);
  if (leaves) await Promise.all([...dirtyForms].map(async ([isDirty, discard]) => isDirty() && discard()));
  return leaves;
}
