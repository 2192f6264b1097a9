import { PLATFORMS, type SocialPlatform } from "@shelv/contract/rows/social-link";
import type { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";
import { isolateBidi } from "#words/format/isolate-bidi";
import { choiceName, declaredField, fieldLabel } from "#words/field-words";
import { mutationWords, rejectedWords as words } from "#words/screens/rejected-changes";
import { categoryEdit, changedValues } from "./changed-values";
import { findRowOrDeleted } from "#local-store/trash";

export type DescribedChange = { what: string; subject?: string; fields: { label: string; text: string }[] };

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

/** An edit shows what it changed, a creation all its values. */
export function describedChange(
  entry: Pick<RejectedEntry, "name" | "args">,
  names: CategoryNames = {},
): DescribedChange {
  const { name } = entry;
  const fields = Object.entries(shownValues(entry)).flatMap(([field, value]) => {
    const label = fieldLabel(name, field);
    return label === undefined ? [] : [{ label, text: textOf(name, field, value, names) }];
  });
  return { what: (mutationWords as Record<string, string>)[name] ?? words.unknown, fields };
}

export const changesAsText = (changes: readonly DescribedChange[]): string =>
  changes
    .map(({ what, subject, fields }) =>
      [subject ? `${what}: ${subject}` : what, ...fields.map(({ label, text }) => `${label}: ${text}`)].join(
        "\n",
      ),
    )
    .join("\n\n");

function shownValues(entry: Pick<RejectedEntry, "name" | "args">): Record<string, unknown> {
  const values = changedValues(entry);
  const { add, remove } = categoryEdit(entry);
  const isNew = entry.name.endsWith(".create");
  const shown = Object.entries(values).filter(([field, value]) => {
    if (field === "showsCutout") return values["cutout"] != null;
    return value !== undefined && !(isNew && isNothing(value));
  });
  return {
    ...Object.fromEntries(shown),
    ...(add.length > 0 ? { addedCategories: add } : {}),
    ...(remove.length > 0 ? { removedCategories: remove } : {}),
  };
}

const CATEGORIES = new Set(["categoryIds", "addedCategories", "removedCategories"]);

function textOf(mutation: string, field: string, value: unknown, names: CategoryNames): string {
  if (isNothing(value)) return words.empty;
  if (declaredField(mutation, field)?.input === "picture") return words.picture;
  if (Array.isArray(value)) {
    return value
      .map((one) =>
        CATEGORIES.has(field) ? isolateBidi(names[String(one)] ?? words.category) : choiceName(field, one),
      )
      .join(", ");
  }
  return choiceName(field, value);
}

const isNothing = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

type CategoryNames = Readonly<Record<string, string>>;

async function categoryNames(store: LocalStore, entries: readonly RejectedEntry[]): Promise<CategoryNames> {
  const ids = new Set(entries.flatMap(categoriesIn));
  const made = entries.filter(({ name }) => name === "category.create").map(changedValues);
  const named = await Promise.all(
    [...ids].map(async (id) => {
      const known = await findRowOrDeleted(store, "categories", id);
      return [id, known?.name ?? made.find((values) => values["id"] === id)?.["name"]] as const;
    }),
  );
  return Object.fromEntries(
    named.filter((pair): pair is readonly [string, string] => typeof pair[1] === "string"),
  );
}

function categoriesIn(entry: RejectedEntry): string[] {
  const { add, remove } = categoryEdit(entry);
  const { categoryIds } = changedValues(entry);
  return [...(Array.isArray(categoryIds) ? categoryIds.map(String) : []), ...add, ...remove];
}

/**
 * The name before the change: from the change, this device's rows, deleted rows, or the rejected change that
 * was to create it. Empty if unknown.
 */
export async function subjectOf(
  store: LocalStore,
  entry: RejectedEntry,
  beside: readonly RejectedEntry[],
): Promise<string> {
  const args = namingArgsOf(entry);
  const makerOf = (id: string | undefined): NamingArgs | undefined => {
    const maker = beside.find(
      (other) => other.name.endsWith(".create") && id !== undefined && namingArgsOf(other).id === id,
    );
    return maker && namingArgsOf(maker);
  };
  const table = TABLES[entry.name.split(".")[0] ?? ""];
  if (!table) return PLATFORMS[args.id as SocialPlatform]?.name ?? "";
  const row: NamingArgs | undefined =
    args.id === undefined ? undefined : await findRowOrDeleted(store, table, args.id);
  const known = { ...makerOf(args.id), ...row };
  const shelfId = args.shelfId ?? known.shelfId;
  const shelf: NamingArgs | undefined =
    table === "shelves" || shelfId === undefined
      ? undefined
      : ((await findRowOrDeleted(store, "shelves", shelfId)) ?? makerOf(shelfId));
  const name =
    args.was?.title ?? args.was?.name ?? known.title ?? known.name ?? args.title ?? args.name ?? "";
  return shelf?.name === undefined ? isolateBidi(name) : words.onShelf(name, shelf.name);
}

const TABLES: Partial<Record<string, "shelves" | "items" | "categories">> = {
  shelf: "shelves",
  item: "items",
  category: "categories",
};

type NamingArgs = {
  id?: string;
  shelfId?: string;
  title?: string;
  name?: string;
  was?: { title?: string; name?: string };
};
const namingArgsOf = ({ args }: RejectedEntry) => (args ?? {}) as NamingArgs;
