import type { RefusalCode } from "@shelv/contract/refusal";
import { ApiFailure } from "./call";

const CODE_REFUSALS: ReadonlySet<string> = new Set<RefusalCode>([
  "invalid",
  "code-wrong",
  "code-older",
  "code-expired",
  "cookie-missing",
]);

/** After a lost network or too many tries the code may be right. */
export const isCodeRefused = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && CODE_REFUSALS.has(error.code);
