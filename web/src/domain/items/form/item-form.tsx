import { Button } from "@mantine/core";
import { schemaResolver, useForm, type UseFormReturnType } from "@mantine/form";
import { categoryIds } from "@shelv/contract/rows/category";
import { itemFields, itemMarks, type ItemRow, linkOf } from "@shelv/contract/rows/item";
import { completeLinkUrl } from "@shelv/contract/values/link-url";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { IconChevronDown } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import * as v from "valibot";
import { newId } from "#platform/new-id";
import { allCategories, shelvesInOrder } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { useUndoToast } from "#session/use-undoable";
import { afterPaint } from "#platform/wait";
import type { LinkFields } from "#domain/link-details/link-fill";
import { useLinkDetails } from "#domain/link-details/use-link-details";
import { Fold } from "#ui/buttons/fold.tsx";
import { completeLink } from "#ui/forms/complete-link";
import { DialogHead } from "#ui/dialogs/modal.tsx";
import { DialogButtons, DialogForm } from "#ui/dialogs/dialog-form.tsx";
import { EmojiPicker } from "#ui/forms/emoji-picker.tsx";
import { focusFirstError } from "#ui/forms/form-focus";
import { OptionalLabel } from "#ui/forms/optional-label.tsx";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { SelectField, TextArea, TextField } from "#ui/forms/text-field.tsx";
import { announce, showError } from "#ui/feedback/toast";
import { usePending } from "#ui/forms/use-pending";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { actionWords } from "#words/actions";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { itemFormWords as words } from "#words/screens/items";
import { linkDetailsWords } from "#words/links/link-details";
import { CategoryField } from "#domain/items/fields/category-field.tsx";
import styles from "./item-form.module.css";
import { afterLanding, useNoteMadeRow } from "#domain/arrivals/made-row";
import { DraftBar } from "#domain/drafts/draft-bar.tsx";
import { PictureField } from "#domain/pictures/picture-field.tsx";
import { hasMore, isMoreWrong } from "./more-fields";
import { draftOf, emptyDraft, type ItemDraft, saveItem } from "./save-item";
import { selectionAfterChange, selectionOnShelf } from "#domain/items/fields/category-selection";
import { useFormDraft } from "#domain/drafts/use-form-draft";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import { UrlField } from "#domain/items/fields/url-field.tsx";
import { useItemPicture } from "./use-item-picture";
import { useRestoringMutate } from "#session/use-restoring-mutate";
import { useAfterFirstFrame } from "#platform/react/use-after-first-frame";
import { takeFirstItemAnnouncement } from "#domain/page-link/first-item";
import { openShareSheet } from "#domain/page-link/share-sheet-state";
import { useIsPhone } from "#ui/dialogs/use-is-phone";

const draftSchema = v.object({
  ...itemFields.entries,
  details: itemMarks.entries.details,
  shelfId: v.pipe(v.string(), v.nonEmpty(words.shelfMissing)),
  categoryIds,
});

type PrefilledItem = {
  name: string;
  draft: ItemDraft;
  /** The draft's shelf if it is deleted. Choosing it restores it. */
  deletedShelf: ShelfRow | null;
  save: (draft: ItemDraft, createId: string) => Promise<void>;
  itemId?: string | undefined;
  asksForShelfFirst?: boolean;
};

type ItemFormProps = {
  shelfId: string;
  item: ItemRow | null;
  onClose: () => void;
  correction?: PrefilledItem;
  startsAtUrl?: boolean;
  showsLanding?: boolean;
};

export function ItemForm({
  shelfId,
  item,
  onClose,
  correction,
  startsAtUrl = false,
  showsLanding = false,
}: ItemFormProps) {
  const shelves = useLiveQuery(shelvesInOrder);
  const categories = useLiveQuery(allCategories) ?? [];
  const [begun] = useState(() => correction?.draft ?? (item ? draftOf(item) : emptyDraft(shelfId)));
  const form = useForm({ initialValues: begun, validate: schemaResolver(draftSchema, { sync: true }) });
  const { readStore } = useOwner();
  const { isGone, mutate } = useRestoringMutate();
  const [createId] = useState(() => (item ? undefined : correction?.itemId) ?? newId());
  const itemIds = [item?.id ?? createId, createId];
  const picture = useItemPicture(form, correction ? null : item, itemIds);
  const details = useLinkDetails(form, picture.takeFromLink);
  const save = async (before: ItemDraft, after: ItemDraft) =>
    correction
      ? correction.save(after, createId).then(() => null)
      : readStore((store) => saveItem({ store, mutate }, item, before, after, createId));
  const showDone = useUndoToast();
  const noteMade = useNoteMadeRow();
  const [isPreparing, setPreparing] = useState(false);
  const typed = useFormDraft(correction?.name ?? `item:${item?.id ?? "new"}`, form, {
    isDirty: () => isPreparing || form.isDirty(),
    onRestored: () => {
      void details.reader.resume();
      if (hasMore(form.getValues(), begun.shelfId)) setMore(true);
    },
  });
  const { isPending, runOnce } = usePending();
  const isNew = item === null && !correction;
  const asksForShelfFirst = correction?.asksForShelfFirst ?? false;
  const choices = choicesOf(shelves, correction?.deletedShelf ?? null);
  const isShelfGone = shelves !== undefined && !choices.some(({ value }) => value === form.values.shelfId);
  const [isMoreOpen, setMore] = useState(
    () => !(isNew || asksForShelfFirst) || hasMore(begun, begun.shelfId),
  );
  const isMore = isMoreOpen || (isShelfGone && !asksForShelfFirst);
  const { titled, isTitled } = useTitlePart(form, isMore);
  const isPhone = useIsPhone();
  // On a phone, where a sheet rises, most fields render in the second frame, which halves the first.
  // Elsewhere the dialog has its final height at once.
  const isDrawn = useAfterFirstFrame() || !isPhone;

  const submit = async (draft: ItemDraft) => {
    try {
      const undo = await picture.saveWithPicture(draft, () => save(draftOf(form.getInitialValues()), draft));
      typed.release();
      if (!item) noteMade(createId);
      onClose();
      const isFirst = !item && (await readStore(takeFirstItemAnnouncement).catch(() => false));
      const done = item ? words.updated : words.created;
      const isInSight = item ? !undo && !correction : showsLanding && draft.shelfId === shelfId;
      // This runs after the closed dialog is painted: both in one frame would double its time.
      afterPaint(() => {
        if (isFirst) afterLanding(() => openShareSheet("first-item"));
        else if (isInSight) announce(done);
        else showDone(done, undo);
      });
      return true;
    } catch (error) {
      showError(failedWords[item ? "item.update" : "item.create"](errorWords(error)));
      return false;
    }
  };

  /** An emptied title of an item that is there stays empty. */
  const nameFromLink = () => {
    if (item === null) details.reader.typed(form.getValues().url);
  };
  const noteOf = (field: keyof LinkFields) => {
    if (field === "title" && details.isTitleOfAddress) return linkDetailsWords.markOfAddress;
    return details.marked.has(field) ? linkDetailsWords.mark : undefined;
  };
  const fromLink = (field: keyof LinkFields) => ({
    isAwaited: details.awaited.has(field),
    note: noteOf(field),
  });
  const shelvesKnown = { known: categories, firstShelf: begun.shelfId };
  const selectedIds = selectionOnShelf(form.values.shelfId, form.values.categoryIds, shelvesKnown);
  const saveLabel = item ? words.update : words.create;
  const label = isGone ? actionWords.restoreAnd(saveLabel) : saveLabel;
  const busyLabel = item ? words.updating : words.creating;
  const openMore = () => {
    flushSync(() => setMore(true));
    titled.current?.focus();
  };
  const shelfField = (
    <SelectField
      {...form.getInputProps("shelfId")}
      {...(isShelfGone && form.values.shelfId !== "" ? { error: words.shelfGone } : {})}
      label={words.shelf}
      data-autofocus={asksForShelfFirst || undefined}
      choices={
        isShelfGone || form.values.shelfId === ""
          ? [{ value: form.values.shelfId, label: words.shelfMissing }, ...choices]
          : choices
      }
    />
  );
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        if (isPreparing) return undefined;
        // Enter submits before the field loses focus.
        nameFromLink();
        const values = form.getValues();
        const read = details.reader.atSave(values);
        const isUncut = details.marked.has("picture") && picture.isCutoutAwaited;
        const completed = {
          ...values,
          title: read.title,
          details: detailsToSave(begun.details, read.details, isUncut),
          url: completeLinkUrl(values.url),
          categoryIds: selectedIds,
          ...(isShelfGone ? { shelfId: "" } : {}),
        };
        const { success, output } = v.safeParse(draftSchema, completed);
        if (success) return runOnce(() => submit(output));
        completeLink(form, "url");
        form.setFieldValue("shelfId", completed.shelfId);
        const { errors } = flushSync(() => form.validate());
        if (isMoreWrong(errors)) flushSync(() => setMore(true));
        return focusFirstError(form)(errors);
      }}
    >
      {isTitled && isDrawn && (
        <DialogHead>
          <Thumbnail item={{ ...form.values, id: item?.id ?? createId }} isOnBoard />
        </DialogHead>
      )}
      <DraftBar draft={typed} />
      <div className={styles["columns"]} data-whole={isMore || undefined}>
        <div className={styles["column"]}>
          <UrlField
            form={form}
            details={details}
            itemIds={itemIds}
            // When editing, a phone's keyboard would cover the form.
            takesFocus={startsAtUrl || isNew}
            onLeave={nameFromLink}
            isNew={isNew}
          />
          {asksForShelfFirst && shelfField}
          {isTitled && (
            <div ref={titled} tabIndex={-1} className={styles["titled"]}>
              <TextField
                {...form.getInputProps("title")}
                {...fromLink("title")}
                onBlur={nameFromLink}
                label={words.title}
                placeholder={words.titlePlaceholder}
              />
              {isMore && isDrawn && (
                <TextField
                  {...form.getInputProps("price")}
                  {...fromLink("price")}
                  label={<OptionalLabel>{words.price}</OptionalLabel>}
                  placeholder={words.pricePlaceholder}
                />
              )}
            </div>
          )}
          {isMore && isDrawn && (
            <>
              <TextArea
                {...form.getInputProps("description")}
                {...fromLink("description")}
                label={<OptionalLabel>{words.description}</OptionalLabel>}
              />
              <TextArea
                {...form.getInputProps("note")}
                label={<OptionalLabel>{words.note}</OptionalLabel>}
                note={words.noteHint}
                placeholder={words.notePlaceholder}
                rows={1}
              />
            </>
          )}
        </div>
        {isDrawn && (
          <div className={styles["column"]}>
            <PictureField
              value={form.values}
              onChange={picture.take}
              cutout={picture.cutout}
              isPreparing={isPreparing}
              isAwaited={details.isReadingPicture}
              note={fromLink("picture").note}
              onPreparing={setPreparing}
            />
            {isMore && (
              <>
                <WithoutPicture
                  hasPicture={form.values.picture !== null || details.isReadingPicture}
                  emoji={form.values.emoji}
                >
                  <ObjectPicker
                    item={{ ...form.values, id: item?.id ?? createId }}
                    onChange={(object) => form.setValues({ object, emoji: "" })}
                  />
                  <EmojiPicker
                    label={words.emoji}
                    hint={words.emojiHint}
                    value={form.values.emoji}
                    onChange={(emoji) => form.setFieldValue("emoji", emoji)}
                  />
                </WithoutPicture>
                {!asksForShelfFirst && shelfField}
                <CategoryField
                  categories={categories.filter(({ shelfId }) => shelfId === form.values.shelfId)}
                  value={selectedIds}
                  onChange={(here) =>
                    form.setFieldValue(
                      "categoryIds",
                      selectionAfterChange(form.values.shelfId, form.values.categoryIds, here, shelvesKnown),
                    )
                  }
                />
              </>
            )}
          </div>
        )}
      </div>
      {!isMore && (
        <Button
          variant="subtle"
          className={styles["more"] ?? ""}
          rightSection={<IconChevronDown size={20} aria-hidden="true" />}
          onClick={openMore}
        >
          {words.more}
        </Button>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {actionWords.cancel}
        </Button>
        <SubmitButton isOff={isPending || isPreparing}>{isPending ? busyLabel : label}</SubmitButton>
      </DialogButtons>
    </DialogForm>
  );
}

/**
 * `read`: how far the page of the form's link is read. If the page could not be read, a save ends the tries:
 * the owner has filled in the details. Any device may make a cut-out that is not ready.
 */
function detailsToSave(
  before: ItemDraft["details"],
  read: "pending" | null | undefined,
  isUncut: boolean,
): ItemDraft["details"] {
  if (read === undefined) return before === "failed" ? null : before;
  return read === null && isUncut ? "uncut" : read;
}

const ObjectPicker = lazyComponent(async () => (await import("./object-picker")).ObjectPicker, {
  Fallback: () => <div className={styles["objects"]} />,
});

type WithoutPictureProps = { hasPicture: boolean; emoji: string; children: ReactNode };

/** What is shown if there is no picture. */
function WithoutPicture({ hasPicture, emoji, children }: WithoutPictureProps) {
  if (!hasPicture) return children;
  return (
    <Fold
      className={styles["folded"]}
      summary={
        <>
          {words.withoutPicture}
          {emoji !== "" && (
            <span className={styles["emoji"]} aria-hidden="true">
              {emoji}
            </span>
          )}
        </>
      }
    >
      <div className={styles["unfolded"]}>{children}</div>
    </Fold>
  );
}

function choicesOf(shelves: readonly ShelfRow[] | undefined, deleted: ShelfRow | null) {
  const choices = (shelves ?? []).map(({ id, name, emoji }) => ({
    value: id,
    label: `${emoji} ${name}`.trim(),
  }));
  if (deleted && !choices.some(({ value }) => value === deleted.id))
    choices.push({ value: deleted.id, label: words.deletedShelf(deleted.name) });
  return choices;
}

const TYPED_IN = "input:not([type=file]), textarea";

/**
 * The title is shown once there is something to name, and stays. A photo without one takes the focus to it,
 * unless its owner is typing.
 */
function useTitlePart(form: UseFormReturnType<ItemDraft>, isMore: boolean) {
  const { title, picture, url } = form.values;
  const [isShown, setShown] = useState(false);
  const isBegun = title !== "" || picture !== null || linkOf({ url }) !== null;
  const isDue = isMore || isBegun || form.errors["title"] !== undefined;
  if (isDue && !isShown) setShown(true);
  const isPhoto = !isMore && picture !== null && title === "";
  const focusTitle = useEffectEvent(() => {
    if (!document.activeElement?.matches(TYPED_IN)) form.getInputNode("title")?.focus();
  });
  useEffect(() => {
    if (isPhoto) focusTitle();
  }, [isPhoto]);
  return { titled: useRef<HTMLDivElement>(null), isTitled: isDue || isShown };
}
