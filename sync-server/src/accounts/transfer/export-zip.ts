import { createReadStream } from "node:fs";
import {
  type AccountExport,
  EXPORT_ANALYTICS_FILE,
  EXPORT_FILE,
  EXPORT_VERSION,
  picturesIn,
} from "@shelv/contract/export";
import { Refusal } from "@shelv/contract/refusal";
import { makeZip } from "client-zip";
import { accountPlan } from "@shelv/contract/rows/plan";
import type { OwnerRow, Single, SingleRow } from "@shelv/contract/rows/owner-tables";
import { inOrder } from "@shelv/mutators/placing";
import type { Kysely } from "kysely";
import * as v from "valibot";
import { analyticsJson } from "#analytics/export-analytics";
import type { ReportBug } from "#http/answer-errors";
import type { Database } from "#database/open-database";
import type { MediaStore } from "#pictures/storage/media-store";
import {
  readCategories,
  readItemsById,
  readPlaces,
  readShelves,
  readSingle,
  readSocialLinks,
} from "#database/rows/read-owner";
import type { Schema } from "#database/schema";
import { versionOf } from "#shelves/sync-state/account-version";
import { type TemporaryFile, writeTemporaryFile } from "./temporary-file.ts";

export type ExportDeps = {
  db: Database;
  files: MediaStore;
  now: () => Date;
  reportBug: ReportBug;
  /** For temporary files. */
  transfersFolder: string;
};

/**
 * Streamed: only some rows and one picture are in memory. Nothing is compressed, as pictures gain nothing. A
 * closed connection leaves no file open. `onEnd`: of a zip that was returned, whatever ends it.
 */
export async function exportZip(
  { db, files, now, reportBug, transfersFolder }: ExportDeps,
  userId: string,
  { onEnd = () => {} }: { onEnd?: () => void } = {},
): Promise<ReadableStream<Uint8Array>> {
  const lastModified = now();
  const { file, pictures } = await accountFile(db.reader, userId, { now: lastModified, transfersFolder });
  async function* entries() {
    yield { name: EXPORT_FILE, input: bytesOf(file), lastModified };
    yield { name: EXPORT_ANALYTICS_FILE, input: analyticsJson(db.reader, userId), lastModified };
    for (const sha256 of pictures) {
      // A picture deleted during the export is unused.
      const input = await files.read(sha256, "original.webp");
      if (input) yield { name: `pictures/${sha256}.webp`, input, lastModified };
    }
  }
  return withQuietEnd(makeZip(entries()), reportBug, async () => {
    onEnd();
    await file[Symbol.asyncDispose]();
  });
}

/** Opens the file when it is read. */
async function* bytesOf({ path }: TemporaryFile): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

/** An aborted zip ends with an error, and a failed one has been answered: neither is reported elsewhere. */
function withQuietEnd(
  zip: ReadableStream<Uint8Array>,
  reportBug: ReportBug,
  dispose: () => PromiseLike<void>,
): ReadableStream<Uint8Array> {
  const reader = zip.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        await dispose();
        controller.close();
      } catch (error) {
        reportBug(error);
        await dispose();
        throw error;
      }
    },
    async cancel(reason) {
      await reader.cancel(reason).catch(() => {});
      await dispose();
    },
  });
}

const TRIES = 3;

/**
 * A file: texts may exceed the memory, and a phone downloads for minutes. Written again if a row changes: one
 * transaction would block other owners' reads on SQLite, which share a connection.
 */
async function accountFile(
  reader: Kysely<Schema>,
  userId: string,
  { now, transfersFolder }: { now: Date; transfersFolder: string },
): Promise<{ file: TemporaryFile; pictures: ReadonlySet<string> }> {
  for (let tries = 1; ; tries += 1) {
    const pictures = new Set<string>();
    const version = await versionOf(reader, userId);
    const file = await writeTemporaryFile(transfersFolder, accountJson(reader, userId, { now, pictures }));
    if ((await versionOf(reader, userId)) === version) return { file, pictures };
    await file[Symbol.asyncDispose]();
    if (tries === TRIES) throw new Refusal("busy");
  }
}

/** Other requests run between its pieces. */
async function* accountJson(
  reader: Kysely<Schema>,
  userId: string,
  { now, pictures }: { now: Date; pictures: Set<string> },
): AsyncGenerator<Uint8Array> {
  const account = await readHead(reader, userId, now);
  for (const sha256 of picturesIn(account)) pictures.add(sha256);
  yield Buffer.from(withoutEnd(JSON.stringify(account, null, 1), "]\n}"));
  const categories = Map.groupBy(await readCategories(reader, userId), ({ shelfId }) => shelfId);
  for (const [at, shelf] of inOrder(await readShelves(reader, userId)).entries()) {
    const named = inOrder(categories.get(shelf.id) ?? []).map(withoutShelf);
    const head = withoutEnd(JSON.stringify({ ...shelf, categories: named, items: [] }), "]}");
    yield Buffer.from((at === 0 ? "\n" : ",\n") + head);
    let separator = "\n";
    const places = inOrder(await readPlaces(reader, { userId, shelfId: shelf.id }));
    const ids = places.map(({ id }) => id);
    for await (const found of readItemsById(reader, userId, ids)) {
      const items = found.filter((item) => item !== null);
      if (items.length === 0) continue;
      for (const sha256 of picturesIn({ ...account, shelves: [{ items }] })) pictures.add(sha256);
      yield Buffer.from(separator + items.map(exportedItem).join(",\n"));
      separator = ",\n";
    }
    yield Buffer.from("]}");
  }
  yield Buffer.from("]\n}");
}

const withoutEnd = (json: string, end: string): string => json.slice(0, -end.length);

const exportedItem = (item: OwnerRow<"items">): string => JSON.stringify(withoutShelf(item));

function withoutShelf<R extends { shelfId: string }>(row: R): Omit<R, "shelfId"> {
  const { shelfId: _, ...fields } = row;
  return fields;
}

/** An export without its shelves. No other answer has the sign-in address. */
async function readHead(reader: Kysely<Schema>, userId: string, now: Date): Promise<AccountExport> {
  const user = await reader
    .selectFrom("user")
    .select(["username", "email", "created_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const { id: _, ...account } = await readSingle(reader, userId, "account");
  return {
    version: EXPORT_VERSION,
    exportedAt: now.toISOString(),
    account: {
      username: user.username ?? "",
      email: user.email,
      createdAt: new Date(user.created_at).toISOString(),
      plan: v.parse(accountPlan, account),
    },
    profile: await without(reader, userId, "profile"),
    appearance: await without(reader, userId, "appearance"),
    settings: await without(reader, userId, "settings"),
    onboarding: await without(reader, userId, "onboarding"),
    socialLinks: inOrder(await readSocialLinks(reader, userId)),
    shelves: [],
  };
}

async function without<I extends SingleRow["id"]>(
  reader: Kysely<Schema>,
  userId: string,
  single: I,
): Promise<Omit<Single<I>, "id">> {
  const { id: _, ...fields } = await readSingle(reader, userId, single);
  return fields;
}
