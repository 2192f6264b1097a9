import * as v from "valibot";
import { type InputIssue, Refusal } from "./refusal.ts";

/** More than any form has; a long list may have an issue per value. */
const VALUES_MAX = 200;

/** Throws a `Refusal` with every issue; of an input of many values only the first. */
export function parseInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;
  const abortEarly = valuesLeft(input, VALUES_MAX) < 0;
  const { issues = result.issues } = v.safeParse(nearestForm(schema, input), input, { abortEarly });
  throw new Refusal("invalid", inputIssues(issues));
}

/** Below zero if the input has more values. */
function valuesLeft(input: unknown, left: number): number {
  if (typeof input !== "object" || input === null) return left - 1;
  let rest = left;
  for (const key in input) {
    if (rest < 0) break;
    rest = valuesLeft((input as Record<string, unknown>)[key], rest - 1);
  }
  return rest;
}

type Form = v.GenericSchema & { options?: Form[]; entries?: Record<string, unknown> };

/** The form of a union that shares the most fields with the input. */
function nearestForm(schema: Form, input: unknown): Form {
  if (schema.type !== "union" || typeof input !== "object" || input === null) return schema;
  const fit = (form: Form) => fieldsOf(form).filter((field) => Object.hasOwn(input, field)).length;
  return schema.options?.reduce((best, form) => (fit(form) > fit(best) ? form : best)) ?? schema;
}

const fieldsOf = ({ entries = {}, options = [] }: Form): string[] => [
  ...new Set([...Object.keys(entries), ...options.flatMap(fieldsOf)]),
];

/** Equal issues of one field are reported once. */
function inputIssues(issues: readonly v.BaseIssue<unknown>[]): InputIssue[] {
  const said = issues.map((issue) => ({ path: v.getDotPath(issue) ?? "", message: sentenceOf(issue) }));
  return [...new Map(said.map((issue) => [`${issue.path}\n${issue.message}`, issue])).values()];
}

function sentenceOf({ message, path }: v.BaseIssue<unknown>): string {
  if (!/^Invalid [^:]+: (?:Expected|Received) /.test(message)) return message;
  const field = path?.at(-1)?.key;
  return typeof field === "string"
    ? `${field.charAt(0).toUpperCase()}${field.slice(1)} is missing or not valid`
    : "This is not valid";
}
