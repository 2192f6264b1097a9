import { type Mutation, type MutationArgs, MUTATORS } from "@shelv/mutators/mutations";
import { expect, test } from "vitest";
import {
  correctedFields,
  completed,
  draftOfFields,
  fieldsCorrection,
  type FieldsDraft,
  wrongFields,
} from "./correction-fields";

const SHA = "a".repeat(64);

function correcting({ name, args }: Mutation, code = "invalid") {
  const root = {
    opId: "1",
    name,
    v: MUTATORS[name].v,
    args,
    pictures: [],
    rows: [],
    at: 0,
    code,
    message: "",
    rejectedAt: 0,
  };
  return fieldsCorrection({ root, followers: [] });
}

function made(mutation: Mutation, { values = {}, left = {} }: Partial<FieldsDraft> = {}) {
  const correction = correcting(mutation);
  const draft = draftOfFields(correction);
  return correctedFields(correction, {
    values: { ...draft.values, ...values },
    left: { ...draft.left, ...left },
  }).map(({ args }) => args);
}

const LOOK: Mutation = {
  name: "appearance.update",
  args: {
    patch: { primaryColor: "#123456", fontFamily: "Serif" },
    was: { primaryColor: "#0066FF", fontFamily: "Inter" },
  },
};

test("a look that the plan does not include is saved without the rejected values", () => {
  const { fields, canLeaveOut } = correcting(LOOK, "needs-pro");
  expect([fields, canLeaveOut]).toEqual([
    [
      { field: "primaryColor", label: "Primary color", kind: "text", input: "line", value: "#123456" },
      {
        field: "fontFamily",
        label: "Font",
        kind: "choice",
        value: "Serif",
        choices: [
          { value: "Inter", label: "Inter" },
          { value: "System", label: "System Default" },
          { value: "Serif", label: "Serif" },
        ],
      },
    ],
    true,
  ]);
  expect(made(LOOK, { left: { fontFamily: true } })).toEqual([
    { patch: { primaryColor: "#123456" }, was: { primaryColor: "#0066FF" } },
  ]);
  expect(made(LOOK, { values: { fontFamily: "Inter" } })).toEqual([
    { ...LOOK.args, patch: { primaryColor: "#123456", fontFamily: "Inter" } },
  ]);
  expect(made(LOOK, { left: { fontFamily: true, primaryColor: true } })).toEqual([]);
});

test("a single choice can be changed; leaving it out is discarding its change", () => {
  const font: Mutation = {
    name: "appearance.update",
    args: { patch: { fontFamily: "Serif" }, was: { fontFamily: "Inter" } },
  };
  expect(correcting(font).canLeaveOut).toBe(false);
  expect(made(font, { values: { fontFamily: "System" } })).toEqual([
    { patch: { fontFamily: "System" }, was: { fontFamily: "Inter" } },
  ]);
  expect(made({ name: "plan.choose", args: { plan: "pro" } }, { values: { plan: "free" } })).toEqual([
    { plan: "free" },
  ]);
});

test("a switch stays a switch", () => {
  const off: Mutation = {
    name: "settings.update",
    args: { patch: { publicProfile: false, showAnalytics: true }, was: {} },
  };
  expect(draftOfFields(correcting(off)).values).toEqual({ publicProfile: "false", showAnalytics: "true" });
  expect(made(off, { values: { publicProfile: "true" } })).toEqual([
    { patch: { publicProfile: true, showAnalytics: true }, was: {} },
  ]);
});

test("a picture is left out together with its cut-out", () => {
  const patch = { title: "Mug", picture: SHA, cutout: SHA, showsCutout: true };
  const item: Mutation = { name: "item.update", args: { id: "1", patch, was: {} } };
  expect(correcting(item).fields.map(({ field, kind }) => `${field} ${kind}`)).toEqual([
    "title text",
    "picture whole",
  ]);
  expect(made(item)).toMatchObject([{ patch }]);
  expect(made(item, { left: { picture: true } })).toEqual([{ id: "1", patch: { title: "Mug" }, was: {} }]);
});

test("answers of the setup are chosen again or left out", () => {
  const answers: MutationArgs<"onboarding.complete">["answers"] = {
    goal: "creator",
    trial: true,
    platforms: ["github", "twitch"],
    title: "Potter",
  };
  const setup: Mutation = { name: "onboarding.complete", args: { answers } };
  expect(correcting(setup).fields.find(({ field }) => field === "platforms")).toMatchObject({
    kind: "whole",
    text: "GitHub, Twitch",
  });
  expect(made(setup, { values: { goal: "business", trial: "false" }, left: { platforms: true } })).toEqual([
    { answers: { goal: "business", trial: false, title: "Potter" } },
  ]);
});

test.each([
  ["profile.update", "website", "example.com", "https://example.com"],
  ["item.update", "url", "example.com/mug", "https://example.com/mug"],
  ["social-link.set", "value", "ada.makes", "ada.makes"],
  ["profile.update", "bio", "example.com", "example.com"],
])("%s: in %s, %j is taken as %j, as on its own screen", (mutation, field, typed, taken) => {
  expect(completed(mutation, field, typed)).toBe(taken);
});

test("an address that its screen would complete is valid here too", () => {
  const website = correcting({ name: "profile.update", args: { patch: { website: "nowhere" }, was: {} } });
  const link = correcting({
    name: "social-link.set",
    args: { id: "instagram", value: "not a handle", position: "a0" },
  });
  const said = (correction: typeof website, values: Record<string, string>) =>
    wrongFields(correction, { values, left: {} });
  expect([said(website, { website: "nowhere" }), said(website, { website: "example.com" })]).toEqual([
    { website: "Must be a valid URL" },
    {},
  ]);
  expect([said(link, { value: "not a handle" }), said(link, { value: "instagram.com/x" })]).toEqual([
    { value: "Must be a handle or a valid URL" },
    {},
  ]);
  expect(
    made(
      { name: "profile.update", args: { patch: { website: "nowhere" }, was: {} } },
      { values: { website: "example.com" } },
    ),
  ).toEqual([{ patch: { website: "https://example.com" }, was: {} }]);
});
