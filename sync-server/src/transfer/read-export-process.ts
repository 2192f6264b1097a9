/** A separate process: parsing would block the server, and a file that ends its parser ends nothing else. */
import { setPriority } from "node:os";
import { type InputIssue, Refusal, type RefusalCode } from "@shelv/contract/refusal";
import { type ReadExport, readExport } from "./read-export.ts";

export type ReaderTask = { path: string; changesPath: string };
export type ReaderAnswer =
  | { read: ReadExport }
  | { refused: { code: RefusalCode; issues?: InputIssue[] | undefined } };

/** Requests have priority. */
setPriority(5);
process.on("disconnect", () => process.exit());
process.on("message", (task: ReaderTask) => {
  void answerTo(task).then((answer) => process.send?.(answer));
});

async function answerTo({ path, changesPath }: ReaderTask): Promise<ReaderAnswer> {
  try {
    return { read: await readExport(path, changesPath) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: { code: error.code, issues: error.issues } };
  }
}
