/** Reads exports in its own process: parsing would block the server. */
import { answerTasks } from "#platform/answer-tasks";
import { readExport } from "./read-export.ts";

export type ReaderTask = { path: string; changesPath: string };

answerTasks(({ path, changesPath }: ReaderTask) => readExport(path, changesPath));
