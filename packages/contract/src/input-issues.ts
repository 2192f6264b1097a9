import * as v from "valibot";
import { type InputIssue, Refusal } from "./refusal.ts";

/** Returns the parsed input, or throws a `Refusal` with every issue; with `abortEarly` only the first. */
export function parseInput<S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  options: Pick<v.Config<never>, "abortEarly"> = {},
): v.InferOutput<S> {
  const result = v.safeParse(schema, input, options);
  if (result.success) return result.output;
  const { issues = result.issues } = v.safeParse(nearestForm(schema, input), input, options);
  throw new Refusal("invalid", inputIssues(issues));
}

type Form = v.GenericSchema & { options?: Form[]; entries?: Record<string, unknown> };

/** The form of a union that has the most fields of the input: the issues are about that one. */
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
