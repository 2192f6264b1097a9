/** A process of its own for pictures: what decoding takes of memory goes with it, and so does what a broken file does to a decoder. */
import { setPriority } from "node:os";
import { Refusal, type RefusalCode } from "@shelv/contract/refusal";
import { type EncodedFile, encodePicture } from "./encode-picture.ts";

export type EncoderTask = { upload: Uint8Array; withinMs: number };
export type EncoderAnswer = { files: EncodedFile[] } | { refused: RefusalCode };

/** Requests come first. */
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
