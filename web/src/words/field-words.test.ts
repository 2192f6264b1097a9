import { OBJECT_NAMES } from "@shelv/contract/values/object-name";
import { MUTATORS, type MutationName } from "@shelv/mutators/mutations";
import type * as v from "valibot";
import { expect, test } from "vitest";
import { accountWords } from "#words/screens/account";
import { choiceWords, fieldLabel, valueWords } from "./field-words";

/** Arguments that no owner typed or chose. */
const THE_APPS_OWN = new Set([
  "id",
  "shelfId",
  "itemIds",
  "more",
  "position",
  "was",
  "seen",
  "unseen",
  "had",
  "undoes",
  "before",
  "cutout",
  "details",
  "silencedUntil",
]);

const THE_SERVERS_OWN = new Set<MutationName>(["item.complete-details", "item.note-link-checks"]);

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>;
  wrapped?: Schema;
  item?: Schema;
  options?: readonly unknown[];
};

function fieldsOf(args: Schema): [field: string, value: Schema][] {
  return Object.entries(args.entries ?? {}).flatMap(([field, schema]) => {
    const value = schema.wrapped ?? schema;
    if (field === "patch" || field === "answers") return fieldsOf(value);
    if (field === "categories")
      return [
        ["addedCategories", value],
        ["removedCategories", value],
      ];
    return [[field, value]];
  });
}

const unwrapped = (schema: Schema): Schema =>
  schema.wrapped ? unwrapped(schema.wrapped) : (schema.item ?? schema);

const DEVICES = (Object.keys(MUTATORS) as MutationName[]).filter((name) => !THE_SERVERS_OWN.has(name));
const FIELDS = DEVICES.flatMap((name) =>
  fieldsOf(MUTATORS[name].args as Schema)
    .filter(([field]) => !THE_APPS_OWN.has(field))
    .map(([field, value]) => ({ name, field, value: unwrapped(value) })),
);

test("every mutation that can be rejected is covered", () => {
  expect(new Set(FIELDS.map(({ name }) => name.split(".")[0]))).toEqual(
    new Set([
      "shelf",
      "item",
      "category",
      "social-link",
      "profile",
      "appearance",
      "settings",
      "plan",
      "onboarding",
    ]),
  );
  expect(FIELDS.length).toBeGreaterThan(40);
});

function choicesOf(field: string, { type, options = [] }: Schema): readonly unknown[] {
  if (type === "boolean") return [true, false];
  if (field === "object") return OBJECT_NAMES;
  return type === "picklist" ? options : [];
}

test.each(FIELDS)("$field of $name has a name, and so has each of its choices", ({ name, field, value }) => {
  expect(fieldLabel(name, field)).toBeTruthy();
  const choices = choicesOf(field, value);
  expect(choices.filter((choice) => !choiceWords[field]?.[String(choice)])).toEqual([]);
  expect(field in choiceWords).toBe(choices.length > 0);
});

test.each([
  ["title", "Mug", "Mug"],
  ["theme", "dark", accountWords.style.themes.dark],
  ["showsCredit", false, "Off"],
  ["shelfBackground", "of a later build", "of a later build"],
  ["description", "", null],
  ["picture", "a".repeat(64), null],
  ["cutout", "a".repeat(64), null],
  ["categoryIds", ["c1"], null],
])("a value that another device wrote into %s is shown as text", (field, value, shown) => {
  expect(valueWords(field, value)).toBe(shown);
});
