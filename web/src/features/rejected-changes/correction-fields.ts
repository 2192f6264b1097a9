/** Fields of an edit can be left out, so that one that the server never accepts does not block the others. */
import type { Field } from "@shelv/contract/rows/field";
import { completeLinkUrl } from "@shelv/contract/values/link-url";
import { type MutationName, MUTATORS } from "@shelv/mutators/mutations";
import * as v from "valibot";
import type { RejectedEntry } from "#local-store/schema";
import type { VersionedMutation } from "#outbox/mutate";
import { restoresFor } from "#outbox/rejected";
import type { RejectedGroup } from "#outbox/rejected-groups";
import { choiceWords, declaredField, fieldLabel } from "#words/field-words";
import { argsWith, isOfParts, categoryEdit, changedValues } from "./changed-values";
import { describedChange } from "./described-change";

export type CorrectionField = { field: string; label: string } & (
  | { kind: "text"; value: string; input: Field["input"] | undefined }
  | { kind: "choice"; value: string; choices: { value: string; label: string }[] }
  | { kind: "whole"; text: string }
);

export type FieldsCorrection = {
  form: "fields";
  part: RejectedGroup;
  fields: CorrectionField[];
  canLeaveOut: boolean;
};

export type FieldsDraft = { values: Record<string, string>; left: Record<string, boolean> };

export function fieldsCorrection(part: RejectedGroup): FieldsCorrection {
  const fields = correctionFieldsOf(part.root);
  return { form: "fields", part, fields, canLeaveOut: isOfParts(part.root) && fields.length > 1 };
}

export const draftOfFields = ({ fields }: FieldsCorrection): FieldsDraft => ({
  values: Object.fromEntries(fields.flatMap((one) => (one.kind === "whole" ? [] : [[one.field, one.value]]))),
  left: Object.fromEntries(fields.map(({ field }) => [field, false])),
});

export const hasFieldsToCorrect = (entry: RejectedEntry): boolean => {
  const fields = correctionFieldsOf(entry);
  return fields.some(({ kind }) => kind !== "whole") || (isOfParts(entry) && fields.length > 1);
};

function correctionFieldsOf(entry: RejectedEntry): CorrectionField[] {
  const values = changedValues(entry);
  return Object.entries(values).flatMap(([field, value]): CorrectionField[] => {
    const label = fieldLabel(entry.name, field);
    const isOfPicture = field === "showsCutout" && "picture" in values;
    if (label === undefined || value === undefined || isOfPicture || field === "categoryIds") return [];
    const choices = choiceWords[field];
    if (choices && (typeof value === "string" || typeof value === "boolean"))
      return [
        { field, label, kind: "choice", value: String(value), choices: choicesWith(choices, String(value)) },
      ];
    const input = declaredField(entry.name, field)?.input;
    if (typeof value === "string" && input !== "picture")
      return [{ field, label, kind: "text", value, input }];
    const [shown] = describedChange({ name: entry.name, args: { [field]: value } }).fields;
    return shown ? [{ field, label, kind: "whole", text: shown.text }] : [];
  });
}

function choicesWith(choices: Record<string, string>, chosen: string): { value: string; label: string }[] {
  const known = Object.entries(choices).map(([value, label]) => ({ value, label }));
  return chosen in choices ? known : [{ value: chosen, label: chosen }, ...known];
}

export function wrongFields(correction: FieldsCorrection, draft: FieldsDraft): Record<string, string> {
  const { name, args } = correctedChange(correction, draft);
  if (!Object.hasOwn(MUTATORS, name)) return {};
  const { issues = [] } = v.safeParse(MUTATORS[name as MutationName].args, args);
  const wrong = issues.flatMap(({ path, message }): [string, string][] => {
    const field = path?.at(-1)?.key;
    return typeof field === "string" && field in draft.values ? [[field, message]] : [];
  });
  return Object.fromEntries(wrong.toReversed());
}

export function correctedFields(correction: FieldsCorrection, draft: FieldsDraft): VersionedMutation[] {
  const { root } = correction.part;
  const change = correctedChange(correction, draft);
  const { add, remove } = categoryEdit(root);
  const isNothing =
    correction.canLeaveOut && Object.keys(changedValues(change)).length + add.length + remove.length === 0;
  return isNothing ? [] : [...restoresFor(correction.part), change];
}

function correctedChange(
  { part: { root } }: FieldsCorrection,
  { values, left }: FieldsDraft,
): VersionedMutation {
  const isLeftOut = (field: string) =>
    left[PARTS_OF_PICTURE.has(field) ? "picture" : field] === true || left[field] === true;
  const corrected = Object.entries(changedValues(root)).flatMap(([field, value]) =>
    isLeftOut(field) ? [] : [[field, correctedValue(root.name, field, value, values[field])] as const],
  );
  return { name: root.name, v: root.v, args: argsWith(root, Object.fromEntries(corrected)) };
}

/** Left out together, so that no picture gets another's cut-out. */
const PARTS_OF_PICTURE = new Set(["picture", "cutout", "showsCutout"]);

function correctedValue(
  mutation: string,
  field: string,
  before: unknown,
  typed: string | undefined,
): unknown {
  if (typed === undefined) return before;
  return typeof before === "boolean" ? typed === "true" : completed(mutation, field, typed);
}

export const completed = (mutation: string, field: string, typed: string): string =>
  declaredField(mutation, field)?.input === "link" ? completeLinkUrl(typed) : typed;
