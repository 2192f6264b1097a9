import { type ItemRow, shownPicture } from "@shelv/contract/rows/item";
import { graphemesOf } from "@shelv/contract/values/graphemes";
import type { NoticeRow } from "@shelv/contract/rows/notice";
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { lostLookOf } from "@shelv/mutators/answer-notice";
import type { OpenNotice } from "#outbox/notices";
import { fieldLabel, valueWords } from "#words/field-words";

export type Choice = {
  text: string;
  whole: string | null;
  color: string | null;
  picture?: string | null;
};

export function noticeChoices({
  notice,
  row,
  lostPicture,
}: OpenNotice): { lost: Choice; now: Choice } | null {
  if (!row) return null;
  if (lostPicture)
    return {
      lost: pictureChoice(shownPicture(lostPicture)),
      now: pictureChoice(shownPicture(row as ItemRow)),
    };
  const look = lostLookOf(notice);
  if (look) return lookChoices(look, row);
  const { field } = notice;
  const fields = row as Readonly<Record<string, unknown>>;
  if (field === "picture" && field in fields)
    return { lost: pictureChoice(shaOf(notice.lost)), now: pictureChoice(shaOf(fields[field])) };
  if (!(field in fields) || typeof notice.lost === "object" || Array.isArray(fields[field])) return null;
  return textChoices(field, valueWords(field, notice.lost) ?? "", valueWords(field, fields[field]) ?? "");
}

const shaOf = (value: unknown) => (typeof value === "string" ? value : null);

const pictureChoice = (picture: string | null): Choice => ({ text: "", whole: null, color: null, picture });

function textChoices(field: string, lost: string, now: string): { lost: Choice; now: Choice } {
  const [shortLost, shortNow] = shortenBoth(lost, now);
  const choice = (text: string, whole: string): Choice => ({
    text,
    whole: text === whole ? null : whole,
    color: field === "primaryColor" ? whole : null,
  });
  return { lost: choice(shortLost, lost), now: choice(shortNow, now) };
}

function lookChoices(look: Readonly<Record<string, unknown>>, row: OwnerRow) {
  const present = row as Readonly<Record<string, unknown>>;
  const fields = Object.keys(look).filter((field) => field in present && look[field] !== present[field]);
  const valuesOf = (from: Readonly<Record<string, unknown>>) =>
    fields.flatMap((field) => {
      const value = valueWords(field, from[field]);
      return value === null ? [] : [{ label: fieldLabel("appearance.update", field) ?? field, value }];
    });
  const [lost, now] = [valuesOf(look), valuesOf(present)];
  const joined = (values: typeof lost) => values.map(({ value }) => value).join(", ");
  const [shortLost, shortNow] = shortenBoth(joined(lost), joined(now));
  const choice = (text: string, values: typeof lost, color: unknown): Choice => ({
    text,
    whole: values.map(({ label, value }) => `${label}: ${value}`).join(", "),
    color: fields.includes("primaryColor") ? String(color) : null,
  });
  return {
    lost: choice(shortLost, lost, look["primaryColor"]),
    now: choice(shortNow, now, present["primaryColor"]),
  };
}

const SHOWN_LENGTH = 28;
const CONTEXT_LENGTH = 8;
const ELLIPSIS = "…";

export function shortenBoth(one: string, other: string): [string, string] {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  const difference = a.findIndex((letter, at) => letter !== b[at]);
  const firstDifference = difference === -1 ? a.length : difference;
  const start =
    Math.max(a.length, b.length) <= SHOWN_LENGTH || firstDifference < SHOWN_LENGTH - CONTEXT_LENGTH
      ? 0
      : firstDifference - CONTEXT_LENGTH;
  return [cut(a, start), cut(b, start)];
}

const lettersOf = (text: string): string[] =>
  Array.from(graphemesOf(text.replaceAll(/\s+/g, " ").trim()), ({ segment }) => segment);

function cut(letters: readonly string[], start: number): string {
  const end = letters.length - start <= SHOWN_LENGTH ? letters.length : start + SHOWN_LENGTH - 1;
  const text = letters.slice(start, end).join("").trim();
  return `${start > 0 ? ELLIPSIS : ""}${text}${end < letters.length ? ELLIPSIS : ""}`;
}

export const isRename = ({ table, field }: NoticeRow): boolean =>
  field === "name" || (table === "items" && field === "title");
