import type { LocalStore, RejectedEntry } from "#local-store/local-store";
import { isolateBidi } from "#words/isolate-bidi";
import { choiceName, choiceWords, fieldLabel } from "#words/field-words";
import { mutationWords, unsavedWords as words } from "#words/unsaved";
import { categoryNames, type CategoryNames } from "./category-names";
import { sortedIn, valuesOf } from "./changed-values";
import { subjectOf } from "./subject-of";

/** A refused change as people read it: what it was, what it was about, where that is known, and each thing that was typed or chosen. */
export type DescribedChange = { what: string; subject?: string; fields: { label: string; text: string }[] };

/** Of several that stand together, in their order, with what the store knows of their things. */
export async function describedChanges(
  store: LocalStore,
  entries: readonly RejectedEntry[],
): Promise<DescribedChange[]> {
  const names = await categoryNames(store, entries);
  return Promise.all(
    entries.map(async (entry) => ({
      ...describedChange(entry, names),
      subject: await subjectOf(store, entry, entries),
    })),
  );
}

/** An edit speaks of what it changed, a creation of all that it made; ids and places are the app's own business. */
export function describedChange(
  entry: Pick<RejectedEntry, "name" | "args">,
  names: CategoryNames = {},
): DescribedChange {
  const { name } = entry;
  const fields = Object.entries(toldValues(entry)).flatMap(([field, value]) => {
    const label = fieldLabel(name, field);
    return label === undefined ? [] : [{ label, text: textOf(field, value, names) }];
  });
  return { what: (mutationWords as Record<string, string>)[name] ?? words.unknown, fields };
}

/** The same as plain text, to be pasted anywhere. */
export const changesAsText = (changes: readonly DescribedChange[]): string =>
  changes
    .map(({ what, subject, fields }) =>
      [subject ? `${what}: ${subject}` : what, ...fields.map(({ label, text }) => `${label}: ${text}`)].join(
        "\n",
      ),
    )
    .join("\n\n");

function toldValues(entry: Pick<RejectedEntry, "name" | "args">): Record<string, unknown> {
  const values = valuesOf(entry);
  const { add, remove } = sortedIn(entry);
  const isNew = entry.name.endsWith(".create");
  const told = Object.entries(values).filter(([field, value]) => {
    // Which of two pictures is shown is said where there are two.
    if (field === "showsCutout") return values["cutout"] != null;
    return value !== undefined && !(isNew && isNothing(value));
  });
  return {
    ...Object.fromEntries(told),
    ...(add.length > 0 ? { addedCategories: add } : {}),
    ...(remove.length > 0 ? { removedCategories: remove } : {}),
  };
}

const CATEGORIES = new Set(["categoryIds", "addedCategories", "removedCategories"]);

function textOf(field: string, value: unknown, names: CategoryNames): string {
  if (isNothing(value)) return words.empty;
  if (field === "picture") return words.picture;
  if (Array.isArray(value)) {
    return value
      .map((one) =>
        CATEGORIES.has(field) ? isolateBidi(names[String(one)] ?? words.category) : choiceName(field, one),
      )
      .join(", ");
  }
  return choiceWords[field] ? choiceName(field, value) : String(value);
}

const isNothing = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);
