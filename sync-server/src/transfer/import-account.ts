/**
 * Takes an export back into an empty account. Pictures come first, as any upload does: looked at, drawn anew, kept under
 * the SHA-256 of the bytes that came. Then the rows, through the one write path, in one transaction: all or none. An import
 * that is cut short leaves pictures that nothing shows; sent again it finds them done, and nobody sends it again they go.
 *
 * The plan is not in it. Its limits are not asked for what the account already had: shelves beyond three come back, and
 * custom CSS stays with them, which shows once the plan has it.
 */
import { ACCOUNT_ROOM, EXPORT_FILE_MAX_BYTES, SHELF_ROOM } from "@shelv/contract/account-room";
import { accountExport, type AccountExport, type ImportAnswer, IMPORT_MAX_BYTES, picturesIn } from "@shelv/contract/export";
import { parseInput } from "@shelv/contract/input-issues";
import { IMPORTED_PICTURE_MAX_BYTES } from "@shelv/contract/picture";
import { Refusal, REFUSALS } from "@shelv/contract/refusal";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { sha256Of, storePicture } from "#images/store-picture";
import { applyAtOnce } from "#mutate/apply-mutations";
import type { Services } from "#services";
import { importMutations, withPictures } from "./import-mutations.ts";
import { Archive } from "./open-archive.ts";

export type ImportHost = Pick<Services, "db" | "files" | "host" | "limits" | "now">;

/** `path` is a zip that was sent. */
export async function importAccount(services: ImportHost, userId: string, path: string): Promise<ImportAnswer> {
  await mustBeEmpty(services.db.reader, userId);
  using archive = await Archive.open(path);
  const account = parseInput(accountExport, await archive.readAccount(EXPORT_FILE_MAX_BYTES), { abortEarly: true });
  mustFit(account);
  const { pictures, skipped } = await takePictures(services, userId, { account, archive });
  const host = { ...services.host, hasPlanLimits: false, afterApply: async () => {} };
  await applyAtOnce(host, userId, importMutations(withPictures(account, pictures)), (trx) => mustBeEmpty(trx, userId));
  return {
    shelves: account.shelves.length,
    items: account.shelves.reduce((sum, { items }) => sum + items.length, 0),
    pictures: pictures.size,
    skipped,
  };
}

/** Refuses what no account has room for before anything is written. */
export function mustFit({ shelves }: Pick<AccountExport, "shelves">): void {
  const sum = (countOf: (shelf: AccountExport["shelves"][number]) => number) => shelves.reduce((all, shelf) => all + countOf(shelf), 0);
  const fits = shelves.length <= ACCOUNT_ROOM.shelves
    && (["categories", "items"] as const).every((table) =>
      sum((shelf) => shelf[table].length) <= ACCOUNT_ROOM[table] && shelves.every((shelf) => shelf[table].length <= SHELF_ROOM[table]));
  if (!fits) throw new Refusal("export-too-large");
}

/** Refuses an account that has shelves: nothing of it could be told from what comes in. */
export async function mustBeEmpty(db: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of ["shelf", "item"] as const) {
    const some = await db.selectFrom(table).select("id").where("user_id", "=", userId).limit(1).executeTakeFirst();
    if (some) throw new Refusal("account-not-empty");
  }
}

/** Keeps the pictures that the account names, and answers under which SHA-256 each is now. */
async function takePictures(
  services: ImportHost, userId: string, { account, archive }: { account: AccountExport; archive: Archive },
): Promise<{ pictures: Map<string, string>; skipped: ImportAnswer["skipped"] }> {
  const pictures = new Map<string, string>();
  const skipped: ImportAnswer["skipped"] = [];
  let [isFull, bytes] = [false, 0];
  for (const named of picturesIn(account)) {
    try {
      // Many names can stand for the same few bytes, and each would be unfolded anew.
      bytes += archive.sizeOf(named) ?? 0;
      if (isFull || bytes > IMPORT_MAX_BYTES) throw new Refusal("storage-full");
      pictures.set(named, await takePicture(services, userId, { archive, named }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      isFull ||= error.code === "storage-full";
      skipped.push({ file: `pictures/${named}`, message: REFUSALS[error.code].message });
    }
  }
  return { pictures, skipped };
}

async function takePicture(services: ImportHost, userId: string, { archive, named }: { archive: Archive; named: string }): Promise<string> {
  const size = archive.sizeOf(named);
  if (size === null) throw new Refusal("not-found");
  if (size > IMPORTED_PICTURE_MAX_BYTES) throw new Refusal("too-large");
  const bytes = await archive.readPicture(named);
  if (!bytes) throw new Refusal("picture-missing");
  const sha256 = sha256Of(bytes);
  await storePicture(services, { userId, sha256, bytes, maxBytes: IMPORTED_PICTURE_MAX_BYTES, mayWait: true });
  return sha256;
}
