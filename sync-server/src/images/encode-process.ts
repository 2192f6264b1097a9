/** A separate process: its memory is freed with it, and a decoder crash ends nothing else. */
import { setPriority } from "node:os";
import { Refusal, type RefusalCode } from "@shelv/contract/refusal";
import { type EncodedFile, encodePicture } from "./encode-picture.ts";

export type EncoderTask = { upload: Uint8Array; withinMs: number };
export type EncoderAnswer = { files: EncodedFile[] } | { refused: RefusalCode };

/** Requests have priority. */
setPriority(5);
process.on("disconnect", () => process.exit());
process.on("message", ({ upload, withinMs }: EncoderTask) => {
  encodePicture(upload, withinMs).then(
    (files) => process.send?.({ files } satisfies EncoderAnswer),
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      process.send?.({ refused: error.code } satisfies EncoderAnswer);
    },
  );
});
