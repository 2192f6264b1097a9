import type { UseFormReturnType } from "@mantine/form";
import { patchBetween } from "@shelv/mutators/patch";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { DraftValues, FormDraft } from "#local-store/unsynced/form-drafts-database";
import { formDrafts } from "#local-store/unsynced/form-drafts";
import { fetchOriginal } from "#api/fetch-original";
import { newId } from "#platform/new-id";
import { useOwner } from "#session/owner-context.tsx";
import { useDirtyForm } from "#ui/forms/dirty-forms";
import { DraftPictures, withPictures } from "./draft-pictures";
import { DraftWriter } from "./draft-writer";
import { holdOpen, isHeldOpen } from "./open-forms";
import { onPageHidden } from "#platform/page-hidden";

export type FormDraftState = {
  /** The newest draft of a form that is closed; null without one, or once the owner has decided. */
  offer: { at: number; restore: () => void; discard: () => void } | null;
  isUnstored: boolean;
  release: () => void;
};

type Options = { isDirty?: () => boolean; onRestored?: () => void };

/**
 * Stores typed text until it is saved or discarded (draft-writer.ts), and guards the form like
 * `useDirtyForm`. `name` identifies the form across tabs and starts.
 */
export function useFormDraft<V extends object>(
  name: string,
  form: UseFormReturnType<V>,
  { isDirty = form.isDirty, onRestored }: Options = {},
): FormDraftState {
  const {
    account: { userId },
    readStore,
  } = useOwner();
  const [found, setFound] = useState<readonly FormDraft[]>([]);
  const [isUnstored, setUnstored] = useState(false);
  const writer = useRef<DraftWriter>(null);
  const releaseForm = useDirtyForm(isDirty, () => writer.current?.end());
  const typed = (): DraftValues | null =>
    (patchBetween(form.getInitialValues(), form.getValues())?.patch as DraftValues | undefined) ?? null;
  const newest = useEffectEvent(typed);
  const usable = useEffectEvent((draft: FormDraft) => usableIn(form.getInitialValues(), draft));
  const differs = useEffectEvent(
    ({ values }: FormDraft) => patchBetween(form.getValues(), { ...form.getValues(), ...values }) !== null,
  );

  useEffect(() => {
    const pictures = new DraftPictures(fetchOriginal, () => void mine.flush());
    const picturesIn = (values: DraftValues) => readStore((store) => pictures.of(store, values));
    const id = newId();
    const release = holdOpen(id);
    const mine = new DraftWriter({
      userId,
      form: name,
      writer: id,
      drafts: formDrafts,
      isOpen: isHeldOpen,
      picturesIn,
      onStored: (isStored) => setUnstored(!isStored),
    });
    writer.current = mine;
    let isHere = true;
    void mine.find().then((drafts) => {
      if (!isHere) return;
      const offered = drafts.map(usable).filter((draft) => draft !== null);
      // A draft saved as its page ended offers nothing new.
      for (const draft of offered) if (!differs(draft)) void mine.discard(draft);
      setFound(offered.filter(differs));
    });
    const stopListening = onPageHidden(() => void mine.flush());
    return () => {
      isHere = false;
      stopListening();
      void mine.flush().finally(release);
    };
  }, [userId, name, readStore]);

  useEffect(() => writer.current?.changed(newest()));

  const restore = async (draft: FormDraft) => {
    const own = typed() ?? {};
    const stored = await (await formDrafts()).picturesOf(draft);
    const values = await readStore((store) => withPictures(store, draft, stored, fetchOriginal));
    // Text typed since is newer. Setting several fields at once would clear the errors of all others.
    for (const [field, value] of Object.entries(values))
      if (!(field in own)) form.setFieldValue(field, value as never);
    // The others are offered when the form opens again.
    setFound([]);
    onRestored?.();
    writer.current?.changed(typed());
    await writer.current?.continued(draft);
  };
  const [newestFound] = found;
  const discard = (draft: FormDraft) => {
    setFound(found.filter((other) => other !== draft));
    void writer.current?.discard(draft);
  };
  return {
    offer: newestFound
      ? {
          at: newestFound.at,
          restore: () => void restore(newestFound).catch(() => undefined),
          discard: () => discard(newestFound),
        }
      : null,
    isUnstored,
    release: () => {
      releaseForm();
      void writer.current?.end();
    },
  };
}

/** Drops values of an older build that do not fit. Null if none is left. */
function usableIn(initial: object, draft: FormDraft): FormDraft | null {
  const values = Object.fromEntries(
    Object.entries(draft.values).filter(
      ([field, value]) => field in initial && isLike(value, initial[field as keyof object]),
    ),
  );
  return Object.keys(values).length === 0 ? null : { ...draft, values };
}

function isLike(value: unknown, initial: unknown): boolean {
  if (value === null || initial === null)
    return [value, initial].every((one) => one === null || typeof one === "string");
  return typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial);
}
