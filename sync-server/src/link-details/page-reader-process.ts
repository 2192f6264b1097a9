/**
 * Reads pages in its own process: a page of 2 MB would block other requests for tens of milliseconds, a
 * crafted one for longer.
 */
import { answerTasks } from "#task-process/answer-tasks";
import { readPage } from "./read-page-bytes.ts";

answerTasks(readPage);
