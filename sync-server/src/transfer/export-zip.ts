import { EXPORT_ANALYTICS_FILE, EXPORT_FILE, picturesIn } from "@shelv/contract/export";
import { makeZip } from "client-zip";
import { analyticsJson } from "#analytics/export-analytics";
import type { ReportBug } from "#http/answer-errors";
import type { Services } from "#services";
import { readAccount } from "./read-account.ts";

/**
 * Created while it is sent: only rows and one picture are in memory. No compression, as pictures are
 * compressed. A closed connection leaves no file open.
 */
export async function exportZip(
  { db, files, now, reportBug }: Pick<Services, "db" | "files" | "now" | "reportBug">,
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
