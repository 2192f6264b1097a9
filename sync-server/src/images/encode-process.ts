import { answerTasks } from "#task-process/answer-tasks";
import { type EncodedFile, encodePicture } from "./encode-picture.ts";
import { iconCard } from "./icon-card.ts";

/** A picture's files, or a card with an icon on it. */
export type EncoderTask =
  | { upload: Uint8Array; withinMs: number }
  | { icon: Uint8Array; color: string | null };
export type EncoderAnswer = { files: EncodedFile[] } | { card: Uint8Array };

answerTasks(async (task: EncoderTask): Promise<EncoderAnswer> => {
  return "icon" in task
    ? { card: await iconCard(task.icon, task.color) }
    : { files: await encodePicture(task.upload, task.withinMs) };
});
