import * as v from "valibot";
import { type InputIssue, Refusal } from "./refusal.ts";

/** Parses an input, or refuses it with every issue found. */
export function parseInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw new Refusal("invalid", inputIssues(result.issues));
}

const inputIssues = (issues: readonly v.BaseIssue<unknown>[]): InputIssue[] =>
  issues.map((issue) => ({ path: v.getDotPath(issue) ?? "", message: issue.message }));
