/** Runs in the child process; the parent's side is task-process.ts. */
import { setPriority } from "node:os";
import { type InputIssue, Refusal, type RefusalCode } from "@shelv/contract/refusal";

export type TaskAnswer<Answer> =
  | { answer: Answer }
  | { refused: { code: RefusalCode; issues?: InputIssue[] | undefined } }
  | { failed: string };

export const STARTED = "started";

/** @param answerTo takes what `TaskProcess` was asked to run */
export function answerTasks(answerTo: (task: never) => unknown): void {
  // Requests have priority.
  setPriority(5);
  process.on("disconnect", () => process.exit());
  process.on("message", (task) => {
    void settled(() => answerTo(task as never)).then((answer) => process.send?.(answer));
  });
  process.send?.(STARTED);
}

async function settled(work: () => unknown): Promise<TaskAnswer<unknown>> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof Refusal) return { refused: { code: error.code, issues: error.issues } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
