import type { RejectedEntry } from "#local-store/local-store";
import { fieldWords, mutationWords, unsavedWords } from "#words/unsaved";

/** A refused change as people read it: what it was, what it was about, where that is known, and each thing that was typed. */
export type DescribedChange = { what: string; subject?: string; fields: { label: string; text: string }[] };

/** An edit speaks of what it changed, a creation of all that it made; ids and places are the app's own business. */
export function describedChange({ name, args }: Pick<RejectedEntry, "name" | "args">): DescribedChange {
  const values = ((args ?? {}) as { patch?: object }).patch ?? args ?? {};
  const fields = Object.entries(values).flatMap(([field, value]) => {
    const label = fieldWords[field];
    if (label === undefined || (value === "" && name.endsWith(".create")) || value === null) return [];
    return [{ label, text: field === "picture" ? unsavedWords.picture : String(value) || unsavedWords.empty }];
  });
  return { what: (mutationWords as Record<string, string>)[name] ?? unsavedWords.unknown, fields };
}

/** The same as plain text, to be pasted anywhere. */
export const changesAsText = (changes: readonly DescribedChange[]): string =>
  changes.map(({ what, subject, fields }) => [subject ? `${what}: ${subject}` : what, ...fields.map(({ label, text }) => `${label}: ${text}`)].join("\n")).join("\n\n");
