/** Cleans CSS in its own process: parsing 20,000 characters would block other requests. */
import { cleanCss } from "@shelv/public-page/custom-css/clean-css";
import { answerTasks } from "#platform/answer-tasks";
import type { CleanedCss } from "./cleaned-css.ts";

answerTasks((source: string): CleanedCss => {
  const { css, reason } = cleanCss(source);
  return { css, reason };
});
