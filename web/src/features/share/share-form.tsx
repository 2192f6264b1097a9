import { useEffect, useRef, useState } from "react";
import { PictureProblem, preparePicture } from "#pictures/prepare-picture";
import type { SharedEntry } from "#local-store/unsynced/share-inbox-database";
import { openShareInbox } from "#local-store/unsynced/share-inbox";
import { holdPicture } from "#outbox/pictures";
import { type Owner, useOwner } from "#session/owner-context.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { showError } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { itemFormWords } from "#words/screens/items";
import { shareWords as words } from "#words/screens/share";
import { emptyDraft, type ItemDraft, newItem } from "#domain/items/form/save-item";
import { hasPage } from "#domain/link-details/link-reader";
import { defaultShelf } from "./default-shelf";
import styles from "./share-form.module.css";
import { draftFromShare } from "./draft-from-share";

const ItemForm = lazyComponent(async () => (await import("#domain/items/form/item-form.tsx")).ItemForm, {
  afterMs: 0,
});

type ShareFormProps = {
  entry: SharedEntry;
  countAfter: number;
  onSaved: (shelfId: string, title: string) => void;
  onRefused: () => void;
};

export function ShareForm({ entry, countAfter, onSaved, onRefused }: ShareFormProps) {
  const owner = useOwner();
  const { userId } = owner.account;
  const draft = useDraft(entry);
  const saved = useRef<ItemDraft>(null);
  if (!draft) return <Spinner className={styles["loader"]} label={words.preparing} />;

  const save = async (filled: ItemDraft) => {
    // Another tab may have saved it: that item takes over the text typed here.
    const changes = await owner.readStore((store) => newItem(store, filled, entry.id));
    if (changes.length > 0) await owner.mutate(changes);
    saved.current = filled;
    await openShareInbox()
      .then((inbox) => inbox.noteShelf(userId, filled.shelfId))
      .catch(() => undefined);
  };
  const close = () => {
    const item = saved.current;
    if (item === null) return onRefused();
    // If this fails, the share comes back and takes over the item's values.
    void openShareInbox()
      .then((inbox) => inbox.remove(entry.id))
      .catch(() => undefined)
      .then(() => onSaved(item.shelfId, item.title));
  };
  return (
    <>
      {entry.from !== undefined && (
        <p className={styles["note"]}>
          <b>{words.sent}</b>, {entry.from === null ? words.sentByUnknown : words.sentBy(entry.from)}
        </p>
      )}
      {countAfter > 0 && <p className={styles["note"]}>{words.moreWait(countAfter)}</p>}
      {entry.isPictureLeftOut && <p className={styles["note"]}>{words.pictureLeftOut}</p>}
      <ItemForm
        shelfId={draft.shelfId}
        item={null}
        onClose={close}
        correction={{
          name: `shared:${entry.id}`,
          draft,
          deletedShelf: null,
          save,
          itemId: entry.id,
          asksForShelfFirst: true,
        }}
      />
    </>
  );
}

function useDraft(entry: SharedEntry): ItemDraft | undefined {
  const { readStore } = useOwner();
  const [draft, setDraft] = useState<ItemDraft>();
  useEffect(() => {
    let isWanted = true;
    const prepare = async () => {
      const [picture, shelfId] = await Promise.all([
        preparedPicture(entry, readStore),
        readStore(defaultShelf),
      ]);
      const shared = draftFromShare(entry);
      // The server reads the page after the sync.
      const details = hasPage(shared.url) ? "pending" : null;
      if (isWanted) setDraft({ ...emptyDraft(shelfId), ...shared, picture, details });
    };
    void prepare();
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- an open form keeps its draft
  }, [entry.id, readStore]);
  return draft;
}

async function preparedPicture(
  { picture }: SharedEntry,
  readStore: Owner["readStore"],
): Promise<string | null> {
  if (!picture) return null;
  try {
    const { bytes, type } = await preparePicture(
      new File([picture.bytes], picture.name, { type: picture.type }),
    );
    return await readStore((store) => holdPicture(store, bytes, type));
  } catch (error) {
    const isWrongType = error instanceof PictureProblem && error.kind === "wrongType";
    showError(
      error instanceof PictureProblem ? error.message : errorWords(error),
      ...(isWrongType ? [itemFormWords.invalidPictureType] : []),
    );
    return null;
  }
}
