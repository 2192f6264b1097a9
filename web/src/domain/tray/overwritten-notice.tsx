import { Button } from "@mantine/core";
import type { DeletedThing } from "@shelv/contract/rows/notice";
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { PLATFORMS, type SocialPlatform } from "@shelv/contract/rows/social-link";
import {
  deletedThingOf,
  droppedCategoryOf,
  droppedNoticesOf,
  goneCategoryOf,
  lostLookOf,
} from "@shelv/mutators/answer-notice";
import type { Mutation } from "@shelv/mutators/mutations";
import { type ReactNode, useId } from "react";
import type { OpenNotice } from "#outbox/notices";
import { restoreCategoryItems } from "#outbox/restore-category-items";
import { useOwner } from "#session/owner-context.tsx";
import { usePictureUrl } from "#session/use-picture-url";
import { focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { showError, showToast } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { noticeWords as words } from "#words/notices";
import { fieldLabel } from "#words/field-words";
import { type Choice, noticeChoices, isRename } from "./notice-choices";
import styles from "./overwritten-notice.module.css";

export function OverwrittenNotice(open: OpenNotice) {
  const owner = useOwner();
  const { notice, restore, dismiss } = open;
  const choices = noticeChoices(open);
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
  const bringBack = () => void answer(restore, words.restored);
  const leave = () => void answer(dismiss);
  return (
    <article className={styles["notice"]}>
      <p className={styles["what"]}>{sentenceOf(open)}</p>
      {choices ? (
        <div className={styles["buttons"]}>
          <ChoiceButton choice={choices.lost} words={USE} onClick={bringBack} />
          <ChoiceButton choice={choices.now} words={KEEP} isKept onClick={leave} />
        </div>
      ) : (
        <div className={styles["buttons"]}>
          {restore.length > 0 && <Answer onClick={bringBack}>{words.restore}</Answer>}
          <Answer isKept onClick={leave}>
            {deletedThingOf(notice) || goneCategoryOf(notice) ? words.leaveDeleted : words.dismiss}
          </Answer>
        </div>
      )}
    </article>
  );
}

type ChoiceWords = { verb: string; empty: string; picture: string; noPicture: string };

const USE: ChoiceWords = {
  verb: words.use,
  empty: words.useEmpty,
  picture: words.usePicture,
  noPicture: words.useNoPicture,
};
const KEEP: ChoiceWords = {
  verb: words.keep,
  empty: words.keepEmpty,
  picture: words.keepPicture,
  noPicture: words.keepNoPicture,
};

type ChoiceButtonProps = {
  choice: Choice;
  words: ChoiceWords;
  isKept?: boolean;
  onClick: () => void;
};

function ChoiceButton({ choice, words: by, isKept = false, onClick }: ChoiceButtonProps) {
  const wholeId = useId();
  const { text, whole, color, picture } = choice;
  if (picture !== undefined)
    return (
      <Answer isKept={isKept} onClick={onClick}>
        {picture === null ? (
          by.noPicture
        ) : (
          <>
            <span aria-hidden="true">{by.verb}</span>
            <Picture sha256={picture} name={by.picture} />
          </>
        )}
      </Answer>
    );
  if (text === "")
    return (
      <Answer isKept={isKept} onClick={onClick}>
        {by.empty}
      </Answer>
    );
  return (
    <div className={styles["choice"]}>
      <Answer isKept={isKept} describedBy={whole === null ? undefined : wholeId} onClick={onClick}>
        {by.verb}{" "}
        {color !== null && (
          <span className={styles["swatch"]} style={{ background: color }} aria-hidden="true" />
        )}
        {words.quoted(text)}
      </Answer>
      {whole !== null && (
        <p id={wholeId} className={styles["whole"]} dir="auto">
          {whole}
        </p>
      )}
    </div>
  );
}

function Picture({ sha256, name }: { sha256: string; name: string }) {
  const url = usePictureUrl(sha256, 160);
  return url === null ? (
    <span className="visually-hidden">{name}</span>
  ) : (
    <img className={styles["picture"]} src={url} alt={name} />
  );
}

type AnswerProps = {
  isKept?: boolean;
  describedBy?: string | undefined;
  onClick: () => void;
  children: ReactNode;
};

const Answer = ({ isKept = false, describedBy, onClick, children }: AnswerProps) => (
  <Button
    variant={isKept ? "default" : "light"}
    classNames={{ root: styles["answer"] ?? "", label: styles["label"] ?? "" }}
    aria-describedby={describedBy}
    onClick={onClick}
  >
    {children}
  </Button>
);

function sentenceOf({ notice, row, restore, lostPicture }: OpenNotice): string {
  const deleted = deletedThingOf(notice);
  if (deleted) return deletionSentence(notice.table, deleted);
  const dropped = droppedNoticesOf(notice);
  if (dropped !== null) return words.more(dropped);
  if (lostLookOf(notice)) return words.look;
  if (!row) return "";
  const category = droppedCategoryOf(notice);
  if (category !== null) return words.droppedCategory(nameOf(row), category);
  const gone = goneCategoryOf(notice);
  if (gone) return words.gone(gone.name, nameOf(row));
  if (isRename(notice)) return words.renamed(nameOf(row));
  return words.changed(
    fieldLabel(restore[0]?.name ?? "", lostPicture ? "picture" : notice.field),
    nameOf(row),
  );
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
  if ("value" in row) return words.link(PLATFORMS[row.id]?.name ?? row.id);
  return "name" in row ? row.name : row.id;
}
