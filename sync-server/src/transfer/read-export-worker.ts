/** Parsing would block the server for a tenth of a second or more. */
import { parentPort, workerData } from "node:worker_threads";
import { type InputIssue, Refusal, type RefusalCode } from "@shelv/contract/refusal";
import { type ReadExport, readExport } from "./read-export.ts";

export type ReaderTask = { path: string; changesPath: string };
export type ReaderAnswer =
  | { read: ReadExport }
  | { refused: { code: RefusalCode; issues: InputIssue[] | undefined } };

const { path, changesPath } = workerData as ReaderTask;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread takes no origin
const answer = (said: ReaderAnswer) => parentPort?.postMessage(said);
try {
  answer({ read: await readExport(path, changesPath) });
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  answer({ refused: { code: error.code, issues: error.issues } });
}
