/** In its own process: a page of 2 MB would block other requests, a crafted one longer. */
import { readFile } from "node:fs/promises";
import { mayFetch, robotsRules } from "#outbound/robots-rules";
import { answerTasks } from "#platform/answer-tasks";
import { readOembed } from "#links/details/page/read-oembed";
import type { ReadingResult, ReadingTask } from "./page-reader.ts";
import { readAnswer } from "#links/details/page/read-page-bytes";

answerTasks(async (task: ReadingTask): Promise<ReadingResult> => {
  if ("page" in task) return readAnswer({ ...task.page, bytes: await readFile(task.page.file) });
  if ("oembed" in task) return readOembed(await readFile(task.oembed, "utf8"));
  if ("robots" in task) return robotsRules(await readFile(task.robots, "utf8"), task.robot);
  return mayFetch(task.rules, task.path);
});
