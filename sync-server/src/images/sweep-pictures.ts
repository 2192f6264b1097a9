/**
 * Pictures that nothing shows any more go, but not at once: a sweep marks them, and a later one takes those whose mark has
 * grown old. Whoever asks for a picture in between, or shows it again, takes the mark away.
 */
import { UNUSED_PICTURE_KEPT_MS } from "@shelv/contract/picture";
import type { Kysely } from "kysely";
import { picturesOf, usedPictures } from "#database/pictures";
import type { Schema } from "#database/schema";
import type { PictureHost } from "./store-picture.ts";

/** Once a day is enough; twice does no harm. */
export async function sweepPictures(host: PictureHost): Promise<void> {
  const owners = await host.db.reader.selectFrom("blob").select("user_id").distinct().execute();
  for (const { user_id } of owners) await sweepOwner(host, user_id);
  await host.files.line.run(() => host.files.removeUnfinished());
  for await (const pictures of host.files.all()) await removeUnheld(host, pictures);
}

/** Removes the files of those pictures that no account holds any more. */
export async function removeUnheld({ db, files }: Pick<PictureHost, "db" | "files">, pictures: readonly string[]): Promise<void> {
  for (const sha256 of pictures) {
    if (await isHeld(db.reader, sha256)) continue;
    await files.line.run(async () => {
      if (!(await isHeld(db.reader, sha256))) await files.remove(sha256);
    });
  }
}

const isHeld = async (reader: Kysely<Schema>, sha256: string) =>
  (await reader.selectFrom("blob").select("sha256").where("sha256", "=", sha256).limit(1).executeTakeFirst()) !== undefined;

/** Looked at twice: most accounts have nothing to change, and the second look is where nobody else can write. */
async function sweepOwner({ db, now }: PictureHost, userId: string): Promise<void> {
  const at = now().getTime();
  if (isEmpty(await changes(db.reader, userId, at))) return;
  await db.writer.transaction().execute(async (trx) => {
    const { marked, unmarked, over } = await changes(trx, userId, at);
    const of = (sha256: string) => ({ user_id: userId, sha256 });
    for (const sha256 of marked) await trx.updateTable("blob").set({ unused_since: at }).where((eb) => eb.and(of(sha256))).execute();
    for (const sha256 of unmarked) await trx.updateTable("blob").set({ unused_since: null }).where((eb) => eb.and(of(sha256))).execute();
    for (const sha256 of over) await trx.deleteFrom("blob").where((eb) => eb.and(of(sha256))).execute();
  });
}

type Changes = { marked: string[]; unmarked: string[]; over: string[] };

async function changes(db: Kysely<Schema>, userId: string, at: number): Promise<Changes> {
  const used = await usedPictures(db, userId);
  const found: Changes = { marked: [], unmarked: [], over: [] };
  for (const { sha256, unused_since } of await picturesOf(db, userId)) {
    if (used.has(sha256)) {
      if (unused_since !== null) found.unmarked.push(sha256);
    } else if (unused_since === null) found.marked.push(sha256);
    else if (unused_since + UNUSED_PICTURE_KEPT_MS <= at) found.over.push(sha256);
  }
  return found;
}

const isEmpty = (changes: Changes) => Object.values(changes).every((pictures) => pictures.length === 0);
