/**
 * Reads what strangers wrote in its own process: a page of 2 MB would block other requests for tens of
 * milliseconds, a crafted one for longer.
 */
import { mayFetch, robotsRules } from "#outbound/robots-rules";
import { answerTasks } from "#task-process/answer-tasks";
import type { ReadingResult, ReadingTask } from "./page-reader.ts";
import { readPage } from "./read-page-bytes.ts";

answerTasks((task: ReadingTask): ReadingResult => {
  if ("page" in task) return readPage(task.page);
  if ("robots" in task) return robotsRules(new TextDecoder().decode(task.robots), task.robot);
  return mayFetch(task.rules, task.path);
});
