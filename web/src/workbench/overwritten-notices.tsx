import { Button } from "@mantine/core";
import { dismissal, goneCategoryOf } from "@shelv/mutators/answer-notice";
import type { Mutation } from "@shelv/mutators/mutations";
import { type OpenNotice, openNotices } from "#outbox/notices";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { besideFocused } from "#ui/focus-beside";
import { showError, showToast } from "#ui/toast";
import { errorWords } from "#words/errors";
import { noticeWords as words } from "#words/notices";
import styles from "./overwritten-notices.module.css";

/** What another device overwrote, to be put back or let go. `isShown` narrows it to the rows of one screen. */
export function OverwrittenNotices({ isShown = () => true }: { isShown?: (open: OpenNotice) => boolean }) {
  const notices = useStored(openNotices)?.filter(isShown) ?? [];
  if (notices.length === 0) return null;
  return (
    <ul role="list" aria-label={words.label} className={styles["list"]}>
      {notices.map((open) => <li key={open.notice.id}><Overwritten {...open} /></li>)}
    </ul>
  );
}

function Overwritten({ notice, row, restore }: OpenNotice) {
  const owner = useOwner();
  const gone = goneCategoryOf(notice);
  const answer = async (mutations: Mutation[], done?: string) => {
    const { goOn } = besideFocused();
    try {
      await owner.mutate(mutations);
      goOn();
      if (done) showToast({ title: done });
    } catch (error) {
      showError(errorWords(error), words.restoreFailed);
    }
  };
  return (
    <article className={styles["notice"]}>
      <p className={styles["what"]}>{gone ? words.gone(gone.name, nameOf(row)) : words.changed(notice.field, nameOf(row))}</p>
      {isText(notice.lost) && <p><span className={styles["label"]}>{words.lost}</span> <bdi>{notice.lost}</bdi></p>}
      {isText(notice.kept) && <p><span className={styles["label"]}>{words.now}</span> <bdi>{notice.kept}</bdi></p>}
      <div className={styles["buttons"]}>
        <Button size="compact-md" onClick={() => void answer(restore, words.restored)}>{words.restore}</Button>
        <Button size="compact-md" variant="subtle" onClick={() => void answer([dismissal(notice)])}>{words.keep}</Button>
      </div>
    </article>
  );
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function nameOf(row: OpenNotice["row"]): string {
  if (row.id === "profile" || row.id === "appearance" || row.id === "settings") return words[row.id];
  if ("title" in row) return row.title;
  return "name" in row ? row.name : row.id;
}
