import { readFile } from "node:fs/promises";
import { answerTasks } from "#platform/answer-tasks";
import { type EncodedFile, encodePicture } from "./encode-picture.ts";
import { iconCard } from "./icon-card.ts";
import { asUploadType } from "./link-picture-type.ts";

/** The file of a picture that was fetched from a link. */
export type LinkFile = { path: string; contentType: string };

/** A picture's files, or a card with an icon on it. `minSidePx`: a smaller picture is none. */
export type EncoderTask =
  | { upload: Uint8Array; withinMs: number }
  | { linked: LinkFile; minSidePx: number; withinMs: number }
  | { icon: LinkFile; color: string | null };
export type EncoderAnswer = { files: EncodedFile[] } | { card: Uint8Array };

answerTasks(async (task: EncoderTask): Promise<EncoderAnswer> => {
  if ("upload" in task) return { files: await encodePicture(task.upload, task) };
  if ("icon" in task) {
    const { path, contentType } = task.icon;
    return { card: await iconCard(await readFile(path), { contentType, color: task.color }) };
  }
  const { path, contentType } = task.linked;
  return { files: await encodePicture(await asUploadType(await readFile(path), contentType), task) };
});
