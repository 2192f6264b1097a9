import { Button } from "@mantine/core";
import type { DeletedThing, NoticeRow } from "@shelv/contract/notice";
import type { OwnerRow } from "@shelv/contract/owner-tables";
import { PLATFORMS, type SocialPlatform } from "@shelv/contract/social-link";
import {
  deletedThingOf,
  dismissal,
  droppedCategoryOf,
  droppedNoticesOf,
  goneCategoryOf,
  lostLookOf,
} from "@shelv/mutators/answer-notice";
import type { Mutation } from "@shelv/mutators/mutations";
import type { OpenNotice } from "#outbox/notices";
import { restoreCategoryItems } from "#outbox/restore-category-items";
import { useOwner } from "#session/owner-context.tsx";
import { focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { showError, showToast } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { noticeWords as words } from "#words/notices";
import { fieldLabel, valueWords } from "#words/field-words";
import styles from "./overwritten-notice.module.css";

export function OverwrittenNotice({ notice, row, restore }: OpenNotice) {
  const owner = useOwner();
  const isRestorable = restore.length > 0;
  const [lost, kept] = [toldIn(notice, notice.lost), toldIn(notice, notice.kept)];
  const answer = async (mutations: Mutation[], done?: string) => {
    const neighbour = focusNeighbour();
    try {
      await owner.mutate(await owner.readStore((store) => restoreCategoryItems(store, mutations)));
      neighbour.focus();
      if (done) showToast({ title: done });
    } catch (error) {
      showError(errorWords(error), words.restoreFailed);
    }
  };
  return (
    <article className={styles["notice"]}>
      <p className={styles["what"]}>{sentenceOf({ notice, row, restore })}</p>
      {lost && (
        <p>
          <span className={styles["label"]}>{words.lost}</span> <bdi>{lost}</bdi>
        </p>
      )}
      {kept && (
        <p>
          <span className={styles["label"]}>{words.now}</span> <bdi>{kept}</bdi>
        </p>
      )}
      <div className={styles["buttons"]}>
        {isRestorable && (
          <Button size="compact-md" onClick={() => void answer(restore, words.restored)}>
            {words.restore}
          </Button>
        )}
        <Button size="compact-md" variant="subtle" onClick={() => void answer([dismissal(notice)])}>
          {deletedThingOf(notice) ? words.leaveDeleted : isRestorable ? words.keep : words.dismiss}
        </Button>
      </div>
    </article>
  );
}

function sentenceOf({ notice, row, restore }: OpenNotice): string {
  const deleted = deletedThingOf(notice);
  if (deleted) return deletionSentence(notice.table, deleted);
  const dropped = droppedNoticesOf(notice);
  if (dropped !== null) return words.more(dropped);
  if (lostLookOf(notice)) return words.look;
  if (!row) return "";
  const category = droppedCategoryOf(notice);
  if (category !== null) return words.droppedCategory(nameOf(row), category);
  const gone = goneCategoryOf(notice);
  return gone
    ? words.gone(gone.name, nameOf(row))
    : words.changed(fieldLabel(restore[0]?.name ?? "", notice.field), nameOf(row));
}

/** One value, or several of the page's look with their names. */
function toldIn(notice: NoticeRow, value: unknown): string | null {
  if (droppedCategoryOf(notice) !== null) return null;
  if (!lostLookOf(notice)) return valueWords(notice.field, value);
  return Object.entries(value as Record<string, unknown>)
    .flatMap(([field, one]) => {
      const told = valueWords(field, one);
      return told === null ? [] : `${fieldLabel("appearance.update", field) ?? field}: ${told}`;
    })
    .join(", ");
}

function deletionSentence(table: string, { name, items = 0 }: DeletedThing): string {
  if (table === "shelves") return words.deletedShelf(name, items);
  if (table === "categories") return words.deletedCategory(name);
  return table === "socialLinks"
    ? words.deletedLink(PLATFORMS[name as SocialPlatform]?.name ?? name)
    : words.deletedItem(name);
}

function nameOf(row: OwnerRow): string {
  if (row.id === "profile" || row.id === "appearance" || row.id === "settings") return words[row.id];
  if ("title" in row) return row.title;
  return "name" in row ? row.name : row.id;
}
