/** Which fields a page's details may fill, and how one Undo takes them back. Typed text always wins. */
import { namesOf } from "@shelv/contract/rows/field";
import { ITEM_FIELDS_FROM_PAGE, type ItemRow } from "@shelv/contract/rows/item";

export type LinkFields = Pick<ItemRow, keyof typeof ITEM_FIELDS_FROM_PAGE>;

export type LinkFill = { values: Partial<LinkFields>; before: Partial<LinkFields> };

export const NO_FILL: LinkFill = { values: {}, before: {} };

const FIELDS = namesOf(ITEM_FIELDS_FROM_PAGE);

const isEmpty = (value: string | null) => value === null || value.trim() === "";

/** Fills empty fields and those with the earlier filled-in value. The earlier `before` stays. */
export function fillEmpty(form: LinkFields, details: Partial<LinkFields>, earlier = NO_FILL): LinkFill {
  const filled: LinkFill = { values: { ...earlier.values }, before: { ...earlier.before } };
  for (const field of FIELDS) {
    const value = details[field];
    if (value === undefined || isEmpty(value)) continue;
    const isOurs = earlier.values[field] !== undefined && earlier.values[field] === form[field];
    if (!isOurs && !isEmpty(form[field])) continue;
    Object.assign(filled.values, { [field]: value });
    if (!isOurs) Object.assign(filled.before, { [field]: form[field] });
  }
  return filled;
}

export const untouchedFields = (form: LinkFields, { values }: LinkFill): (keyof LinkFields)[] =>
  FIELDS.filter((field) => values[field] !== undefined && values[field] === form[field]);

export const takeBack = (form: LinkFields, fill: LinkFill): Partial<LinkFields> =>
  Object.fromEntries(untouchedFields(form, fill).map((field) => [field, fill.before[field]]));
