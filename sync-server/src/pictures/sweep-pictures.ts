/**
 * A sweep marks unused pictures, and a later one deletes those with an old mark. Any request for a picture,
 * and any row that uses it again, clears its mark. Used pictures with lost files (on a disk, or in a restored
 * backup) are wanted from the owner's devices until they are back. After a restore it deletes nothing for two
 * weeks: rows of the lost time may come back, from devices or with a later restore.
 */
import { UNUSED_PICTURE_RETENTION_MS } from "@shelv/contract/rows/picture";
import type { Kysely } from "kysely";
import { picturesAfter, usedPictures } from "#database/rows/pictures";
import { isRestoredAfter } from "#database/installation";
import type { Schema } from "#database/schema";
import { versionOf } from "#shelves/sync-state/account-version";
import { write } from "#database/transaction";
import { forgetWanted, wantedPictures, wantLost } from "#database/rows/wanted-pictures";
import { raiseVersion } from "#shelves/mutate/raise-version";
import { oldFrom } from "#jobs/sweep-clock";
import { areUnshared } from "#pictures/storage/are-unshared";
import { claimPictures } from "#pictures/storage/claim-pictures";
import { withPictureLock } from "./picture-lock.ts";
import { SERVER } from "#jobs/fair-queue";
import type { PictureDeps } from "./store-picture.ts";

const PICTURES_PER_STEP = 100;
/**
 * Pictures removed in parallel: an owner who deletes an account waits, and a bucket takes some ms for each.
 */
const REMOVED_AT_ONCE = 20;
/** An owner who keeps writing is checked the next day. */
const LOOKS_AT_MOST = 3;
const ACCOUNTS_DONE = "files";
const RESTORED_MS = 14 * 24 * 60 * 60_000;

export async function* sweepPictures(
  deps: PictureDeps,
  { from = null, seenMs }: { from?: string | null; seenMs: number },
): AsyncGenerator<string | void> {
  if (from !== ACCOUNTS_DONE) yield* sweepOwners(deps, from ?? "", seenMs);
  yield ACCOUNTS_DONE;
  await claimPictures(deps);
  // No power cut brings a picture back whose files are gone.
  await deps.db.flushed();
  await deps.pictureQueue.run(() => deps.files.removeUnfinished(), { payer: SERVER, mayWait: true });
  for await (const pictures of deps.files.all(PICTURES_PER_STEP)) {
    // A restore may come in between.
    if (await isRestored(deps, seenMs)) return;
    await removeUnheld(deps, pictures);
    yield;
  }
}

const isRestored = ({ db, now }: PictureDeps, seenMs: number): Promise<boolean> =>
  isRestoredAfter(db.reader, oldFrom(RESTORED_MS, { now: now(), seenMs }));

export type RemovalDeps = Pick<PictureDeps, "db" | "files" | "pictureQueue">;

export async function removeUnheld(
  { db, files, pictureQueue }: RemovalDeps,
  pictures: readonly string[],
): Promise<void> {
  const held = await heldOf(db.reader, pictures);
  const unheld = pictures.filter((sha256) => !held.has(sha256));
  const remove = (sha256: string) =>
    withPictureLock(db, sha256, async (mustHold) => {
      if ((await heldOf(db.reader, [sha256])).has(sha256)) return;
      mustHold();
      await files.remove(sha256);
    });
  for (let at = 0; at < unheld.length; at += REMOVED_AT_ONCE) {
    const some = unheld.slice(at, at + REMOVED_AT_ONCE);
    await pictureQueue.run(() => Promise.all(some.map(remove)), { payer: SERVER, mayWait: true });
  }
}

async function heldOf(reader: Kysely<Schema>, pictures: readonly string[]): Promise<Set<string>> {
  const held = new Set<string>();
  for (let at = 0; at < pictures.length; at += PICTURES_PER_STEP) {
    const rows = await reader
      .selectFrom("blob")
      .select("sha256")
      .where("sha256", "in", pictures.slice(at, at + PICTURES_PER_STEP))
      .execute();
    for (const { sha256 } of rows) held.add(sha256);
  }
  return held;
}

async function* sweepOwners(deps: PictureDeps, from: string, seenMs: number): AsyncGenerator<string | void> {
  let after = from;
  for (;;) {
    const next = await deps.db.reader
      .selectFrom("blob")
      .select("user_id as userId")
      .where("user_id", ">", after)
      .orderBy("user_id")
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    for (let looks = 0; looks < LOOKS_AT_MOST; looks += 1)
      if (yield* sweepOwner(deps, next.userId, seenMs)) break;
    after = next.userId;
    yield after;
  }
}

/** Sweeps the pictures of one owner. False, with an outdated result, if the owner wrote in between. */
async function* sweepOwner(deps: PictureDeps, userId: string, seenMs: number): AsyncGenerator<void, boolean> {
  const now = deps.now();
  const oldUpTo = (await isRestored(deps, seenMs))
    ? -1
    : oldFrom(UNUSED_PICTURE_RETENTION_MS, { now, seenMs });
  let version = await versionOf(deps.db.reader, userId);
  const used = new Set<string>();
  for await (const some of usedPictures(deps.db.reader, userId)) {
    for (const sha256 of some) used.add(sha256);
    yield;
  }
  let after = "";
  for (;;) {
    const page = await picturesAfter(deps.db.reader, userId, { after, limit: PICTURES_PER_STEP });
    const last = page.at(-1);
    if (!last) return true;
    const changes = changesOf(page, used, { at: now.getTime(), oldUpTo });
    if (!(await settle(deps, userId, oldUpTo, { version, ...changes }))) return false;
    const raised = await settleFiles(deps, userId, { page: page.map(({ sha256 }) => sha256), used, version });
    if (raised === false) return false;
    version = raised;
    after = last.sha256;
    yield;
  }
}

type Used = { page: readonly string[]; used: ReadonlySet<string>; version: number | null };

/**
 * Compares a page of an account's pictures with their files. Returns the account's version after the
 * comparison; false if the owner wrote in between.
 */
async function settleFiles(
  { db, writeDeps, files }: PictureDeps,
  userId: string,
  { page, used, version }: Used,
): Promise<number | null | false> {
  const wanted = new Set(await wantedPictures(db.reader, userId));
  const findChanged = async (pictures: readonly string[]) => {
    const areStored = await Promise.all(pictures.map((sha256) => files.isWhole(sha256)));
    return {
      lost: pictures.filter((sha256, at) => !areStored[at] && !wanted.has(sha256)),
      back: pictures.filter((sha256, at) => areStored[at] && wanted.has(sha256)),
    };
  };
  const seen = await findChanged(page.filter((sha256) => used.has(sha256)));
  if (seen.lost.length + seen.back.length === 0 || (await areUnshared(db, files))) return version;
  const body = await raiseVersion(writeDeps, userId, async (trx) => {
    // This is checked again under the owner's lock: a running upload clears the mark later, when it writes
    // its row.
    const changed = await findChanged([...seen.lost, ...seen.back]);
    const isWanted = changed.lost.length > 0 && (await wantLost(trx, userId, changed.lost));
    const isBack = changed.back.length > 0 && (await forgetWanted(trx, userId, changed.back));
    return isWanted || isBack;
  });
  if (!body) return version;
  return body.base.cursor === version && body.cursor;
}

type Changes = { marked: string[]; unmarked: string[]; over: string[] };

function changesOf(
  page: readonly Pick<Schema["blob"], "sha256" | "unused_since">[],
  used: ReadonlySet<string>,
  { at, oldUpTo }: { at: number; oldUpTo: number },
): Changes {
  const found: Changes = { marked: [], unmarked: [], over: [] };
  for (const { sha256, unused_since } of page) {
    if (used.has(sha256)) {
      if (unused_since !== null) found.unmarked.push(sha256);
      // A mark in the future comes from a clock that ran ahead.
    } else if (unused_since === null || unused_since > at) found.marked.push(sha256);
    else if (unused_since <= oldUpTo) found.over.push(sha256);
  }
  return found;
}

/** Most accounts have no changes. A picture whose mark was cleared in between stays. */
async function settle(
  { db, now }: Pick<PictureDeps, "db" | "now">,
  userId: string,
  oldUpTo: number,
  { version, marked, unmarked, over }: Changes & { version: number | null },
): Promise<boolean> {
  if (marked.length + unmarked.length + over.length === 0) return true;
  return write(db.writer, userId, async (trx) => {
    if ((await versionOf(trx, userId)) !== version) return false;
    const at = now().getTime();
    const set = (unused_since: number | null, pictures: string[]) =>
      trx
        .updateTable("blob")
        .set({ unused_since })
        .where("user_id", "=", userId)
        .where("sha256", "in", pictures)
        .execute();
    if (marked.length > 0) await set(at, marked);
    if (unmarked.length > 0) await set(null, unmarked);
    if (over.length > 0) {
      await trx
        .deleteFrom("blob")
        .where("user_id", "=", userId)
        .where("sha256", "in", over)
        .where("unused_since", "<=", oldUpTo)
        .execute();
    }
    return true;
  });
}
