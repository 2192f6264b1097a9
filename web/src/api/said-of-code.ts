import type { RefusalCode } from "@shelv/contract/refusal";
import { ApiFailure } from "./call";

const OF_THE_CODE: ReadonlySet<string> = new Set<RefusalCode>([
  "invalid",
  "code-wrong",
  "code-older",
  "code-expired",
  "cookie-missing",
]);

/** Whether it is the typed code that the server refused. A code is not wrong because nobody answered, or because it was tried too often. */
export const isSaidOfCode = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && OF_THE_CODE.has(error.code);
