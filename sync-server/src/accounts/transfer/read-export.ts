/**
 * Reads `shelv.json`: limits it before decompression, checks it before parsing, validates it against contract
 * and quotas, and converts it to changes.
 */
import { writeFile } from "node:fs/promises";
import {
  ACCOUNT_LIMITS,
  EXPORT_FILE_MAX_BYTES,
  ITEM_LIMITS,
  SHELF_LIMITS,
} from "@shelv/contract/limits/account-limits";
import { accountExport, type AccountExport } from "@shelv/contract/export";
import { parseInput } from "@shelv/contract/input-issues";
import { Refusal } from "@shelv/contract/refusal";
import { type MutationArgs, prepareMutation } from "@shelv/mutators/mutations";
import { profileFields } from "@shelv/contract/rows/profile";
import { SOCIAL_PLATFORMS } from "@shelv/contract/rows/social-link";
import * as v from "valibot";
import { type JsonBounds, mustBeReadable } from "#http/json/json-bounds";
import type { RestChange } from "#shelves/mutate/apply-mutations";
import { Archive, notExported } from "./open-archive.ts";
import { mutation } from "#shelves/mutate/mutation";

/** An export without its changes, which go to a file. `pictures`: each with what it shows. */
export type ReadExport = {
  shelfIds: string[];
  items: number;
  pictures: Map<string, string>;
  singles: RestChange[];
};

const MAX_DEPTH = 10;
/** Four times an account at its quotas. */
const BOUNDS: JsonBounds = { maxContainers: 100_000, maxValues: 1_000_000 };

/** `changesPath`: gets the changes in order, one JSON a line. */
export async function readExport(path: string, changesPath: string): Promise<ReadExport> {
  using archive = await Archive.open(path);
  const bytes = await archive.readAccount(EXPORT_FILE_MAX_BYTES);
  mustBeReadable(bytes, MAX_DEPTH, BOUNDS);
  const account = parseInput(accountExport, parsed(bytes));
  mustFit(account);
  const [content, singles] = [contentChanges(account), singleChanges(account)];
  // Mutators check all changes before the first row is written.
  for (const change of [...content, ...singles]) prepareMutation(change);
  await writeFile(changesPath, content.map((change) => `${inOneLine(change)}\n`).join(""), {
    flag: "wx",
    mode: 0o600,
  });
  return {
    shelfIds: account.shelves.map(({ id }) => id),
    items: sumOf(account, ({ items }) => items.length),
    pictures: picturesIn(account),
    singles,
  };
}

function picturesIn({ profile, shelves }: AccountExport): Map<string, string> {
  const shown = shelves.flatMap(({ items }) =>
    items.flatMap(({ title, picture, cutout }) =>
      [picture, cutout].map((sha256) => [sha256, `The picture of “${shortened(title)}”`] as const),
    ),
  );
  return new Map(
    [...shown, [profile.picture, "Your profile picture"] as const].flatMap(([sha256, what]) =>
      sha256 === null ? [] : [[sha256, what]],
    ),
  );
}

const NAMED_MAX_CHARACTERS = 100;

/** A title may have 8 kB in few letters, and the answer may name thousands of pictures. */
const shortened = (title: string): string =>
  title.length > NAMED_MAX_CHARACTERS
    ? `${title.slice(0, NAMED_MAX_CHARACTERS).replace(/\p{Surrogate}$/u, "")}…`
    : title;

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return notExported();
  }
}

type Held = Pick<AccountExport, "shelves">;
type Shelf = AccountExport["shelves"][number];

const sumOf = ({ shelves }: Held, countOf: (shelf: Shelf) => number) =>
  shelves.reduce((sum, shelf) => sum + countOf(shelf), 0);

/** Refuses before anything is written. */
export function mustFit(account: Held): void {
  const { shelves } = account;
  const fits =
    shelves.length <= ACCOUNT_LIMITS.shelves &&
    shelves.every(({ items }) =>
      items.every(({ categoryIds }) => categoryIds.length <= ITEM_LIMITS.categories),
    ) &&
    (["categories", "items"] as const).every(
      (table) =>
        sumOf(account, (shelf) => shelf[table].length) <= ACCOUNT_LIMITS[table] &&
        shelves.every((shelf) => shelf[table].length <= SHELF_LIMITS[table]),
    );
  if (!fits) throw new Refusal("export-too-large");
}

/** Node also ends lines at U+2028 and U+2029, which JSON leaves in strings. */
const inOneLine = (change: unknown): string =>
  JSON.stringify(change).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** Plan, username and address stay the account's own. */
function singleChanges({
  profile,
  appearance,
  settings,
  onboarding,
  socialLinks,
}: AccountExport): RestChange[] {
  const { bio, ...fields } = profile;
  // Only the setup accepts a bio above the form's limit.
  const isLongBio = !v.is(profileFields.entries.bio, bio);
  const setup =
    onboarding.completed || isLongBio
      ? [
          mutation("onboarding.complete", {
            answers: { ...(onboarding.goal ? { goal: onboarding.goal } : {}), ...(isLongBio ? { bio } : {}) },
          }),
        ]
      : [];
  return [
    ...setup,
    mutation("profile.update", { patch: isLongBio ? fields : profile, was: {} }),
    mutation("appearance.update", { patch: appearance, was: {} }),
    mutation("settings.update", { patch: settings, was: {} }),
    ...SOCIAL_PLATFORMS.map((id) => mutation("social-link.delete", { id })),
    ...socialLinks.map((link) => mutation("social-link.set", link)),
  ];
}

/** The changes that an owner would make by hand, each with its original time. */
function contentChanges({ shelves }: Pick<AccountExport, "shelves">): RestChange[] {
  return shelves.flatMap(({ categories, items, createdAt, ...shelf }) => [
    { ...mutation("shelf.create", shelf), at: createdAt },
    ...categories.map(({ createdAt: at, ...category }) => ({
      ...mutation("category.create", { ...category, shelfId: shelf.id }),
      at,
    })),
    ...items.map(({ createdAt: at, ...item }) => ({
      ...mutation("item.create", { ...item, shelfId: shelf.id }),
      at,
    })),
  ]);
}

export function withPictures(change: RestChange, pictures: ReadonlyMap<string, string>): RestChange {
  const other = (sha256: string | null) => (sha256 === null ? null : (pictures.get(sha256) ?? null));
  if (change.name === "item.create") {
    const item = change.args as MutationArgs<"item.create">;
    return { ...change, args: { ...item, picture: other(item.picture), cutout: other(item.cutout) } };
  }
  if (change.name !== "profile.update") return change;
  const { patch, was } = change.args as MutationArgs<"profile.update">;
  return { ...change, args: { patch: { ...patch, picture: other(patch.picture ?? null) }, was } };
}
