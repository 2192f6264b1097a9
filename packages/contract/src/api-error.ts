import * as v from "valibot";

/** Of every error. `message` is a sentence for people. */
export const apiError = v.object({
  code: v.string(),
  message: v.string(),
  issues: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
});
