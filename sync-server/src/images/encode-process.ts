/** A separate process: its memory is freed with it, and a decoder crash ends nothing else. */
import { setPriority } from "node:os";
import { Refusal, type RefusalCode } from "@shelv/contract/refusal";
import { type EncodedFile, encodePicture } from "./encode-picture.ts";
import { iconCard } from "./icon-card.ts";

/** A picture's files, or a card with an icon on it. */
export type EncoderTask =
  | { upload: Uint8Array; withinMs: number }
  | { icon: Uint8Array; color: string | null };
export type EncoderAnswer = { files: EncodedFile[] } | { card: Uint8Array } | { refused: RefusalCode };

/** Requests have priority. */
setPriority(5);
process.on("disconnect", () => process.exit());
process.on("message", (task: EncoderTask) => {
  answerTo(task).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      process.send?.({ refused: error.code } satisfies EncoderAnswer);
    },
  );
});

async function answerTo(task: EncoderTask): Promise<EncoderAnswer> {
  return "icon" in task
    ? { card: await iconCard(task.icon, task.color) }
    : { files: await encodePicture(task.upload, task.withinMs) };
}
