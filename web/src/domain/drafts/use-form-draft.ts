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
import { onPageHidden } from "#platform/page-hidden";

export type FormDraftState = {
  /** The draft of an earlier page; null if there is none, or the owner has decided. */
  offer: { at: number; restore: () => void; discard: () => void } | null;
  isUnstored: boolean;
  release: () => void;
};

type Options = { isDirty?: () => boolean };

/**
 * Stores typed text until it is saved or discarded (draft-writer.ts), and guards the form like
 * `useDirtyForm`. `name` identifies the form across tabs and starts.
 */
export function useFormDraft<V extends object>(
  name: string,
  form: UseFormReturnType<V>,
  { isDirty = form.isDirty }: Options = {},
): FormDraftState {
  const {
    account: { userId },
    readStore,
  } = useOwner();
  const [found, setFound] = useState<FormDraft | null>(null);
  const [isUnstored, setUnstored] = useState(false);
  const writer = useRef<DraftWriter>(null);
  const releaseForm = useDirtyForm(isDirty, () => writer.current?.end());
  const typed = (): DraftValues | null =>
    (patchBetween(form.getInitialValues(), form.getValues())?.patch as DraftValues | undefined) ?? null;
  const newest = useEffectEvent(typed);
  const usable = useEffectEvent(
    (draft: FormDraft | null) => draft && usableIn(form.getInitialValues(), draft),
  );
  const differs = useEffectEvent(
    ({ values }: FormDraft) => patchBetween(form.getValues(), { ...form.getValues(), ...values }) !== null,
  );

  useEffect(() => {
    const pictures = new DraftPictures(fetchOriginal, () => void mine.flush());
    const picturesIn = (values: DraftValues) => readStore((store) => pictures.of(store, values));
    const mine = new DraftWriter({
      userId,
      form: name,
      writer: newId(),
      drafts: formDrafts,
      picturesIn,
      onStored: (isStored) => setUnstored(!isStored),
    });
    writer.current = mine;
    let isHere = true;
    void mine.find().then((draft) => {
      const offered = usable(draft);
      if (!isHere || !offered) return;
      // A draft saved as its page ended offers nothing new.
      if (differs(offered)) setFound(offered);
      else void mine.decide();
    });
    const stopListening = onPageHidden(() => void mine.flush());
    return () => {
      isHere = false;
      stopListening();
      void mine.flush();
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
    setFound(null);
    await writer.current?.decide();
  };
  const discard = () => {
    setFound(null);
    void writer.current?.decide();
  };
  return {
    offer: found && { at: found.at, restore: () => void restore(found).catch(() => undefined), discard },
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
