import {
  type AccountExport,
  EXPORT_ANALYTICS_FILE,
  EXPORT_FILE,
  EXPORT_VERSION,
  picturesIn,
} from "@shelv/contract/export";
import { makeZip } from "client-zip";
import { accountPlan } from "@shelv/contract/rows/plan";
import type { Single, SingleRow } from "@shelv/contract/rows/owner-tables";
import { inOrder } from "@shelv/mutators/placing";
import type { Kysely } from "kysely";
import * as v from "valibot";
import { analyticsJson } from "#analytics/export-analytics";
import type { ReportBug } from "#http/answer-errors";
import type { Database } from "#database/open-database";
import type { MediaStore } from "#pictures/storage/media-store";
import { readContent, readSingle, readSocialLinks } from "#database/rows/read-owner";
import type { Schema } from "#database/schema";
import { snapshot } from "#database/transaction";

export type ExportDeps = { db: Database; files: MediaStore; now: () => Date; reportBug: ReportBug };

/**
 * An export is created while it is sent: only rows and one picture are in memory. It is not compressed, as
 * pictures are. A closed connection leaves no file open.
 */
export async function exportZip(
  { db, files, now, reportBug }: ExportDeps,
  userId: string,
): Promise<ReadableStream<Uint8Array>> {
  const account = await readAccount(db.reader, userId, now());
  const lastModified = new Date(account.exportedAt);
  async function* entries() {
    yield { name: EXPORT_FILE, input: JSON.stringify(account, null, 1), lastModified };
    yield { name: EXPORT_ANALYTICS_FILE, input: analyticsJson(db.reader, userId), lastModified };
    for (const sha256 of picturesIn(account)) {
      // A picture deleted during the export is unused.
      const input = await files.read(sha256, "original.webp");
      if (input) yield { name: `pictures/${sha256}.webp`, input, lastModified };
    }
  }
  return withQuietEnd(makeZip(entries()), reportBug);
}

/** An aborted zip ends with an error, and a failed one has been answered: neither is reported elsewhere. */
function withQuietEnd(zip: ReadableStream<Uint8Array>, reportBug: ReportBug): ReadableStream<Uint8Array> {
  const reader = zip.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        reportBug(error);
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason).catch(() => {}),
  });
}

/** From one snapshot. This is the only answer with the sign-in address. */
function readAccount(reader: Kysely<Schema>, userId: string, now: Date): Promise<AccountExport> {
  return snapshot(reader, async (trx) => {
    const user = await trx
      .selectFrom("user")
      .select(["username", "email", "created_at"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    const { id: _, ...account } = await readSingle(trx, userId, "account");
    return {
      version: EXPORT_VERSION,
      exportedAt: now.toISOString(),
      account: {
        username: user.username ?? "",
        email: user.email,
        createdAt: new Date(user.created_at).toISOString(),
        plan: v.parse(accountPlan, account),
      },
      profile: await without(trx, userId, "profile"),
      appearance: await without(trx, userId, "appearance"),
      settings: await without(trx, userId, "settings"),
      onboarding: await without(trx, userId, "onboarding"),
      socialLinks: inOrder(await readSocialLinks(trx, userId)),
      shelves: (await readContent(trx, userId)).map(({ shelf, categories, items }) => ({
        ...shelf,
        categories: inOrder(categories).map(({ shelfId: __, ...category }) => category),
        items: inOrder(items).map(({ shelfId: __, ...item }) => item),
      })),
    };
  });
}

async function without<I extends SingleRow["id"]>(
  trx: Kysely<Schema>,
  userId: string,
  single: I,
): Promise<Omit<Single<I>, "id">> {
  const { id: _, ...fields } = await readSingle(trx, userId, single);
  return fields;
}
