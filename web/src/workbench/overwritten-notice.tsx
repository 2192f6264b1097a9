import { Button } from "@mantine/core";
import { dismissal, goneCategoryOf } from "@shelv/mutators/answer-notice";
import type { Mutation } from "@shelv/mutators/mutations";
import type { OpenNotice } from "#outbox/notices";
import { useOwner } from "#sync/owner-context.tsx";
import { besideFocused } from "#ui/focus-beside";
import { showError, showToast } from "#ui/toast";
import { errorWords } from "#words/errors";
import { noticeWords as words } from "#words/notices";
import { fieldLabel, toldValue } from "#words/told-fields";
import styles from "./overwritten-notice.module.css";

export function OverwrittenNotice({ notice, row, restore }: OpenNotice) {
  const owner = useOwner();
  const gone = goneCategoryOf(notice);
  const label = fieldLabel(restore[0]?.name ?? "", notice.field);
  const [lost, kept] = [toldValue(notice.field, notice.lost), toldValue(notice.field, notice.kept)];
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
      <p className={styles["what"]}>
        {gone ? words.gone(gone.name, nameOf(row)) : words.changed(label, nameOf(row))}
      </p>
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
        <Button size="compact-md" onClick={() => void answer(restore, words.restored)}>
          {words.restore}
        </Button>
        <Button size="compact-md" variant="subtle" onClick={() => void answer([dismissal(notice)])}>
          {words.keep}
        </Button>
      </div>
    </article>
  );
}

function nameOf(row: OpenNotice["row"]): string {
  if (row.id === "profile" || row.id === "appearance" || row.id === "settings") return words[row.id];
  if ("title" in row) return row.title;
  return "name" in row ? row.name : row.id;
}
