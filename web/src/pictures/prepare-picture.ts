import { pictureMessages } from "@shelv/contract/rows/picture";
import type { PictureAnswer, PreparedPicture } from "./prepared-picture";

export class PictureProblem extends Error {
  override readonly name = "PictureProblem";
  readonly kind: keyof typeof pictureMessages;
  constructor(kind: keyof typeof pictureMessages) {
    super(pictureMessages[kind]);
    this.kind = kind;
  }
}

export async function preparePicture(file: File): Promise<PreparedPicture> {
  // First bytes decide, not the name; a file of another claimed type is not read.
  if (file.type !== "" && !file.type.startsWith("image/")) throw new PictureProblem("wrongType");
  const worker = new Worker(new URL("./prepare-picture.worker.ts", import.meta.url), { type: "module" });
  try {
    const answer = await answerOf(worker, file);
    if ("problem" in answer) throw new PictureProblem(answer.problem);
    return answer;
  } finally {
    worker.terminate();
  }
}

const answerOf = (worker: Worker, file: File) =>
  new Promise<PictureAnswer>((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<PictureAnswer>) => resolve(data), {
      once: true,
    });
    worker.addEventListener("error", () => resolve({ problem: "unreadable" }), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(file);
  });
