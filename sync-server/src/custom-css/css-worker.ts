/** Parsing 20,000 characters of CSS would block other requests. */
import { parentPort } from "node:worker_threads";
import { cleanCss } from "@shelv/public-page/custom-css/clean-css";
import type { CleanedCss } from "./cleaned-css.ts";

parentPort?.on("message", (source: string) => {
  const { css, reason } = cleanCss(source);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread takes no origin
  parentPort?.postMessage({ css, reason } satisfies CleanedCss);
});
