import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { sharedId } from "@shelv/contract/values/id";
import { Refusal } from "@shelv/contract/refusal";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Mutation, MUTATORS, prepareMutation } from "./mutations.ts";
import { mutator } from "./mutator.ts";
import {
  account,
  afterTrial,
  C1,
  C2,
  C3,
  category,
  change,
  CONTEXT,
  I1,
  I2,
  I9,
  item,
  link,
  newCategory,
  newItem,
  newShelf,
  NOW,
  onTrial,
  OTHER_SHA,
  outcome,
  prepared,
  profile,
  S1,
  S2,
  S3,
  SHA,
  shelf,
  three,
  uuid,
  type World,
} from "./testing/world.ts";

const SHARED = sharedId(uuid(99), 1);

describe("a mutation in a world", () => {
  test.each<[string, World, Mutation, unknown[]]>([
    [
      "a shelf is made",
      {},
      { name: "shelf.create", args: newShelf },
      [change("shelves", null, shelf(S1, { createdAt: NOW }))],
    ],
    [
      "a shelf without an emoji gets the usual one",
      {},
      { name: "shelf.create", args: { ...newShelf, emoji: "" } },
      [change("shelves", null, shelf(S1, { emoji: "📚", createdAt: NOW }))],
    ],
    [
      "the third shelf is still made",
      { shelves: three.slice(0, 2) },
      { name: "shelf.create", args: { ...newShelf, id: S3 } },
      [change("shelves", null, shelf(S3, { createdAt: NOW }))],
    ],
    [
      "a shelf that each device may create is made by the first",
      {},
      { name: "shelf.create", args: { ...newShelf, id: SHARED } },
      [change("shelves", null, shelf(SHARED, { createdAt: NOW }))],
    ],
    [
      "and a second device changes nothing of it, however many shelves there are",
      { shelves: [shelf(S1), shelf(S2), shelf(SHARED, { name: "Renamed" })] },
      { name: "shelf.create", args: { ...newShelf, id: SHARED } },
      [],
    ],
    [
      "an edit keeps what it does not name",
      { shelves: three },
      { name: "shelf.update", args: { id: S1, patch: { name: "Films" }, was: { name: "Books" } } },
      [change("shelves", shelf(S1), shelf(S1, { name: "Films" }))],
    ],
    [
      "an edit can empty a text",
      { shelves: three },
      { name: "shelf.update", args: { id: S1, patch: { description: "" }, was: {} } },
      [change("shelves", shelf(S1), shelf(S1, { description: "" }))],
    ],
    [
      "an edit to the same is no change",
      { shelves: three },
      { name: "shelf.update", args: { id: S1, patch: { name: "Books" }, was: {} } },
      [],
    ],
    [
      "an edit of nothing is no change",
      { shelves: three },
      { name: "shelf.update", args: { id: S1, patch: {}, was: {} } },
      [],
    ],
    [
      "what the editor saw may break today's rules",
      { shelves: three },
      { name: "shelf.update", args: { id: S1, patch: { name: "Films" }, was: { name: "" } } },
      [change("shelves", shelf(S1), shelf(S1, { name: "Films" }))],
    ],
    [
      "a shelf moves and keeps the rest",
      { shelves: three },
      { name: "shelf.move", args: { id: S1, position: "a5" } },
      [change("shelves", shelf(S1), shelf(S1, { position: "a5" }))],
    ],
    ["a shelf that is gone does not move", {}, { name: "shelf.move", args: { id: S1, position: "a5" } }, []],
    [
      "a shelf takes its own items with it, and no others",
      { shelves: three, items: [item(I1), item(I2, { shelfId: S2 })] },
      { name: "shelf.delete", args: { id: S1 } },
      [change("shelves", shelf(S1), null), change("items", item(I1), null)],
    ],
    [
      "a shelf that is gone is gone",
      { items: [item(I2, { shelfId: S2 })] },
      { name: "shelf.delete", args: { id: S1 } },
      [],
    ],
    [
      "an item is made",
      { shelves: three },
      { name: "item.create", args: newItem },
      [change("items", null, item(I1, { createdAt: NOW }))],
    ],
    [
      "an item's edit keeps what it does not name",
      { items: [item(I1)] },
      { name: "item.update", args: { id: I1, patch: { price: "6 €", picture: null }, was: {} } },
      [change("items", item(I1), item(I1, { price: "6 €", picture: null }))],
    ],
    [
      "an item moves on its shelf",
      { shelves: three, items: [item(I1)] },
      { name: "item.move", args: { id: I1, shelfId: S1, position: "a7" } },
      [change("items", item(I1), item(I1, { position: "a7" }))],
    ],
    [
      "an item moves to another shelf",
      { shelves: three, items: [item(I1)] },
      { name: "item.move", args: { id: I1, shelfId: S2, position: "a7" } },
      [change("items", item(I1), item(I1, { shelfId: S2, position: "a7" }))],
    ],
    [
      "an item that is gone does not move",
      { shelves: three },
      { name: "item.move", args: { id: I1, shelfId: S2, position: "a7" } },
      [],
    ],
    [
      "an item is deleted",
      { items: [item(I1), item(I2)] },
      { name: "item.delete", args: { id: I1 } },
      [change("items", item(I1), null)],
    ],
    ["an item that is gone is gone", {}, { name: "item.delete", args: { id: I1 } }, []],
    [
      "a profile that is not there yet is made",
      {},
      { name: "profile.update", args: { patch: { displayName: "Mira" }, was: {} } },
      [change("singles", null, profile({ bio: "", picture: null }))],
    ],
    [
      "a category is made",
      { shelves: three },
      { name: "category.create", args: newCategory },
      [change("categories", null, category(C1, { createdAt: NOW }))],
    ],
    [
      "a category gets another name",
      { categories: [category(C1)] },
      { name: "category.update", args: { id: C1, patch: { name: "Red" }, was: {} } },
      [change("categories", category(C1), category(C1, { name: "Red" }))],
    ],
    [
      "a category moves",
      { categories: [category(C1)] },
      { name: "category.move", args: { id: C1, position: "a3" } },
      [change("categories", category(C1), category(C1, { position: "a3" }))],
    ],
    [
      "a category that is gone does not move",
      {},
      { name: "category.move", args: { id: C1, position: "a3" } },
      [],
    ],
    [
      "a category goes, its items stay without it",
      { categories: [category(C1)], items: [item(I1, { categoryIds: [C1, C2] }), item(I2)] },
      { name: "category.delete", args: { id: C1, shelfId: S1 } },
      [
        change("categories", category(C1), null),
        change("items", item(I1, { categoryIds: [C1, C2] }), item(I1, { categoryIds: [C2] })),
      ],
    ],
    [
      "a category of another shelf than was said stays",
      { categories: [category(C1)], items: [item(I1, { shelfId: S2, categoryIds: [C1] })] },
      { name: "category.delete", args: { id: C1, shelfId: S2 } },
      [],
    ],
    [
      "a shelf takes its categories with it",
      { shelves: three, categories: [category(C1), category(C2, { shelfId: S2 })] },
      { name: "shelf.delete", args: { id: S1 } },
      [change("shelves", shelf(S1), null), change("categories", category(C1), null)],
    ],
    [
      "an item is made with the categories that its shelf has",
      { shelves: three, categories: [category(C1), category(C2, { shelfId: S2 })] },
      { name: "item.create", args: { ...newItem, categoryIds: [C2, C3, C1] } },
      [change("items", null, item(I1, { categoryIds: [C1], createdAt: NOW }))],
    ],
    [
      "an item gains and loses categories",
      {
        categories: [category(C1), category(C2), category(C3, { shelfId: S2 })],
        items: [item(I1, { categoryIds: [C1] })],
      },
      {
        name: "item.update",
        args: { id: I1, patch: {}, was: {}, categories: { add: [C3, C2], remove: [C1] } },
      },
      [change("items", item(I1, { categoryIds: [C1] }), item(I1, { categoryIds: [C2] }))],
    ],
    [
      "an item keeps on its new shelf the categories that have the same names, whatever their case",
      {
        shelves: three,
        items: [item(I1, { categoryIds: [C1, C2] })],
        categories: [
          category(C1),
          category(C2, { name: "Old" }),
          category(C3, { shelfId: S2, name: "blue" }),
        ],
      },
      { name: "item.move", args: { id: I1, shelfId: S2, position: "a7" } },
      [
        change(
          "items",
          item(I1, { categoryIds: [C1, C2] }),
          item(I1, { shelfId: S2, position: "a7", categoryIds: [C3] }),
        ),
      ],
    ],
    [
      "a platform's link is added",
      {},
      { name: "social-link.set", args: { id: "github", value: "@mira", position: "a0" } },
      [change("socialLinks", null, link("github", { value: "@mira" }))],
    ],
    [
      "a platform's link keeps its place when it is filled in",
      { socialLinks: [link("github", { value: "" })] },
      { name: "social-link.set", args: { id: "github", value: "mira", position: "a9" } },
      [change("socialLinks", link("github", { value: "" }), link("github"))],
    ],
    [
      "a platform's link moves",
      { socialLinks: [link("github")] },
      { name: "social-link.move", args: { id: "github", position: "a2" } },
      [change("socialLinks", link("github"), link("github", { position: "a2" }))],
    ],
    [
      "a platform's link goes",
      { socialLinks: [link("github"), link("twitch")] },
      { name: "social-link.delete", args: { id: "github" } },
      [change("socialLinks", link("github"), null)],
    ],
    [
      "settings keep what the edit does not name",
      {},
      { name: "settings.update", args: { patch: { publicProfile: false }, was: {} } },
      [change("singles", null, { ...FIRST_SINGLES.settings, publicProfile: false })],
    ],
    [
      "a look is chosen without any plan",
      {},
      { name: "appearance.update", args: { patch: { theme: "dark", shelfBackground: "wood" }, was: {} } },
      [change("singles", null, { ...FIRST_SINGLES.appearance, theme: "dark", shelfBackground: "wood" })],
    ],
    [
      "a font of its own is chosen on a trial",
      { singles: [onTrial()] },
      { name: "appearance.update", args: { patch: { fontFamily: "Serif" }, was: {} } },
      [change("singles", null, { ...FIRST_SINGLES.appearance, fontFamily: "Serif" })],
    ],
    [
      "a page loses our name on Premium",
      { singles: [onTrial("premium")] },
      { name: "appearance.update", args: { patch: { showsCredit: false }, was: {} } },
      [change("singles", null, { ...FIRST_SINGLES.appearance, showsCredit: false })],
    ],
    [
      "custom CSS goes away without any plan",
      { singles: [{ ...FIRST_SINGLES.appearance, customCss: "a{}" }] },
      { name: "appearance.update", args: { patch: { customCss: "", fontFamily: "Inter" }, was: {} } },
      [change("singles", { ...FIRST_SINGLES.appearance, customCss: "a{}" }, FIRST_SINGLES.appearance)],
    ],
    [
      "a plan begins the trial, fourteen days from now",
      { singles: [account()] },
      { name: "plan.choose", args: { plan: "pro" } },
      [change("singles", account(), account({ plan: "pro", trialEndsAt: "2026-01-16T03:04:05.000Z" }))],
    ],
    [
      "another plan is tried for the rest of the trial",
      { singles: [onTrial()] },
      { name: "plan.choose", args: { plan: "premium" } },
      [change("singles", onTrial(), onTrial("premium"))],
    ],
    [
      "Free is chosen whenever one likes",
      { singles: [afterTrial] },
      { name: "plan.choose", args: { plan: "free" } },
      [change("singles", afterTrial, account({ plan: "free", trialEndsAt: "2026-01-01T00:00:00.000Z" }))],
    ],
    [
      "a fourth shelf is made on a trial",
      { shelves: three, singles: [onTrial()] },
      { name: "shelf.create", args: { ...newShelf, id: uuid(4) } },
      [change("shelves", null, shelf(uuid(4), { createdAt: NOW }))],
    ],
    [
      "the setup is skipped as a whole",
      {},
      { name: "onboarding.complete", args: { answers: {} } },
      [change("singles", null, { id: "onboarding", completed: true, goal: null })],
    ],
    [
      "the setup sets all that was answered",
      { singles: [account()], socialLinks: [link("github")] },
      {
        name: "onboarding.complete",
        args: {
          answers: {
            goal: "creator",
            trial: false,
            plan: "pro",
            template: "warm",
            platforms: ["github", "twitch"],
            title: "Potter",
            bio: "Clay",
            picture: SHA,
          },
        },
      },
      [
        change("singles", null, { id: "onboarding", completed: true, goal: "creator" }),
        change("singles", null, { ...FIRST_SINGLES.profile, title: "Potter", bio: "Clay", picture: SHA }),
        change("singles", null, {
          ...FIRST_SINGLES.appearance,
          template: "warm",
          primaryColor: "#EA580C",
          theme: "light",
          shelfBackground: "gradient",
        }),
        change("singles", account(), account({ plan: "pro", trialEndsAt: "2026-01-16T03:04:05.000Z" })),
        change("socialLinks", null, link("twitch", { value: "", position: "a1" })),
      ],
    ],
    [
      "the setup keeps a bio beside a title that was left empty",
      { singles: [profile()] },
      { name: "onboarding.complete", args: { answers: { title: "", bio: "I make pots" } } },
      [
        change("singles", null, { id: "onboarding", completed: true, goal: null }),
        change("singles", profile(), profile({ bio: "I make pots" })),
      ],
    ],
    [
      "the setup run again restarts no trial",
      { singles: [afterTrial, { id: "onboarding", completed: true, goal: "personal" }] },
      { name: "onboarding.complete", args: { answers: { plan: "premium" } } },
      [],
    ],
    [
      "a profile keeps what the edit does not name",
      { singles: [profile()] },
      { name: "profile.update", args: { patch: { bio: "Hi" }, was: {} } },
      [change("singles", profile(), profile({ bio: "Hi" }))],
    ],
  ])("has its effect: %s", (_, world, mutation, expected) => {
    const changes = outcome(world, mutation);
    expect(new Set<unknown>(typeof changes === "string" ? [changes] : changes)).toEqual(new Set(expected));
  });
});

describe("a mutation is rejected", () => {
  test.each<[string, World, Mutation, string]>([
    [
      "a fourth shelf",
      { shelves: three },
      { name: "shelf.create", args: { ...newShelf, id: uuid(4) } },
      "shelf-limit",
    ],
    [
      "a shelf whose id is taken, whatever the limit says",
      { shelves: three },
      { name: "shelf.create", args: newShelf },
      "id-taken",
    ],
    [
      "an edit of a shelf that is gone",
      {},
      { name: "shelf.update", args: { id: S1, patch: { name: "x" }, was: {} } },
      "shelf-not-found",
    ],
    ["a shelf without a name", {}, { name: "shelf.create", args: { ...newShelf, name: " " } }, "invalid"],
    ["an item on a shelf that is gone", {}, { name: "item.create", args: newItem }, "shelf-not-found"],
    [
      "an item whose id is taken",
      { shelves: three, items: [item(I1, { shelfId: S2 })] },
      { name: "item.create", args: newItem },
      "id-taken",
    ],
    [
      "an edit of an item that is gone",
      {},
      { name: "item.update", args: { id: I9, patch: { title: "x" }, was: {} } },
      "item-not-found",
    ],
    [
      "a move to a shelf that is gone",
      { shelves: [shelf(S1)], items: [item(I1)] },
      { name: "item.move", args: { id: I1, shelfId: S2, position: "a0" } },
      "shelf-not-found",
    ],
    [
      "an item with a dangerous address",
      { shelves: three },
      { name: "item.create", args: { ...newItem, url: "javascript:alert(1)" } },
      "invalid",
    ],
    [
      "an edit to a dangerous address",
      { items: [item(I1)] },
      { name: "item.update", args: { id: I1, patch: { url: "javascript:alert(1)" }, was: {} } },
      "invalid",
    ],
    [
      "a fourth shelf once the trial is over",
      { shelves: three, singles: [afterTrial] },
      { name: "shelf.create", args: { ...newShelf, id: uuid(4) } },
      "shelf-limit",
    ],
    [
      "a category on a shelf that is gone",
      {},
      { name: "category.create", args: newCategory },
      "shelf-not-found",
    ],
    [
      "a category whose id is taken",
      { shelves: three, categories: [category(C1)] },
      { name: "category.create", args: newCategory },
      "id-taken",
    ],
    [
      "an edit of a category that is gone",
      {},
      { name: "category.update", args: { id: C1, patch: { name: "x" }, was: {} } },
      "category-not-found",
    ],
    [
      "a social link that is a script",
      {},
      { name: "social-link.set", args: { id: "github", value: "javascript:alert(1)", position: "a0" } },
      "invalid",
    ],
    [
      "custom CSS on Free",
      { singles: [account()] },
      { name: "appearance.update", args: { patch: { customCss: "a{}" }, was: {} } },
      "needs-pro",
    ],
    [
      "another font after the trial",
      { singles: [afterTrial] },
      { name: "appearance.update", args: { patch: { fontFamily: "Serif" }, was: {} } },
      "needs-pro",
    ],
    [
      "a page without our name on Pro",
      { singles: [onTrial()] },
      { name: "appearance.update", args: { patch: { showsCredit: false }, was: {} } },
      "needs-premium",
    ],
    [
      "a colour that is none",
      {},
      { name: "appearance.update", args: { patch: { primaryColor: "red" }, was: {} } },
      "invalid",
    ],
    [
      "a second trial",
      { singles: [afterTrial] },
      { name: "plan.choose", args: { plan: "premium" } },
      "trial-over",
    ],
    [
      "another plan than the operator set",
      { singles: [account({ plan: "premium", isPlanFixed: true })] },
      { name: "plan.choose", args: { plan: "pro" } },
      "plan-fixed",
    ],
    [
      "a bio longer than the account form takes",
      {},
      { name: "profile.update", args: { patch: { bio: "a".repeat(161) }, was: {} } },
      "invalid",
    ],
    [
      "a position that nothing can stand beside",
      { shelves: three },
      { name: "shelf.move", args: { id: S1, position: "zz" } },
      "invalid",
    ],
  ])("when it is impossible: %s", (_, world, mutation, code) => expect(outcome(world, mutation)).toBe(code));
});

test("a server without plan limits accepts any number of shelves", () => {
  const many = Array.from({ length: 50 }, (_, at) => shelf(uuid(100 + at)));
  expect(
    outcome(
      { shelves: many },
      { name: "shelf.create", args: newShelf },
      { ...CONTEXT, hasPlanLimits: false },
    ),
  ).toHaveLength(1);
});

describe("the pictures of a mutation", () => {
  test.each<[Mutation, string[]]>([
    [{ name: "item.create", args: newItem }, [SHA]],
    [{ name: "item.create", args: { ...newItem, picture: null } }, []],
    [{ name: "item.update", args: { id: I1, patch: { picture: SHA }, was: {} } }, [SHA]],
    [{ name: "item.update", args: { id: I1, patch: { picture: null }, was: {} } }, []],
    [{ name: "item.update", args: { id: I1, patch: { title: "x" }, was: { picture: SHA } } }, []],
    [{ name: "item.create", args: { ...newItem, cutout: OTHER_SHA, showsCutout: true } }, [SHA, OTHER_SHA]],
    [{ name: "onboarding.complete", args: { answers: { picture: SHA } } }, [SHA]],
    [{ name: "profile.update", args: { patch: { picture: SHA }, was: {} } }, [SHA]],
    [{ name: "shelf.delete", args: { id: S1 } }, []],
  ])("pictures of %j: %j", (mutation, pictures) => expect(prepared(mutation).pictures).toEqual(pictures));
});

test.each<[Mutation, string[], object]>([
  [{ name: "item.create", args: { ...newItem, categoryIds: [C3, C1] } }, [C1, C3], { categoryIds: [C1, C2] }],
  [
    { name: "item.update", args: { id: I1, patch: {}, was: {}, categories: { add: [C3], remove: [C2] } } },
    [C3, C2],
    { categories: { add: [C2], remove: [C2] } },
  ],
  [{ name: "item.move", args: { id: I1, shelfId: S1, position: "a0", had: [C3] } }, [C3], { had: [C2] }],
  [{ name: "category.update", args: { id: C3, patch: { name: "Red" }, was: {} } }, [C3], { id: C2 }],
  [{ name: "category.move", args: { id: C3, position: "a0" } }, [C3], { id: C2 }],
  [{ name: "category.restore", args: { id: C3, itemIds: [I1] } }, [C3], { id: C2, more: true }],
  [{ name: "category.restore", args: { id: C1, itemIds: [I1] } }, [C1], { id: C1, itemIds: [I1] }],
  [{ name: "category.delete", args: { id: C3, shelfId: S1 } }, [], { id: C3 }],
])("the categories that %j names can be replaced by those they were merged into", (mutation, named, args) => {
  const ready = prepared(mutation);
  expect(ready.categoryIds.toSorted()).toEqual(named.toSorted());
  expect(ready.withCategories((id) => (id === C3 ? C2 : id)).args).toMatchObject(args);
});

describe("a mutation that arrives", () => {
  test.each([
    ["no-op", 0],
    ["shelf.explode", 1],
    ["toString", 0],
    ["__proto__", 0],
    ["constructor", 1],
    ["", 1],
  ])("as %j is unknown", (name, v) => {
    expect(prepareMutation({ name, v, args: {} })).toBeNull();
  });

  test.each(Object.keys(MUTATORS) as (keyof typeof MUTATORS)[])(
    "as %s of a newer version is unknown, whatever its arguments",
    (name) => {
      expect(prepareMutation({ name, v: MUTATORS[name].v + 1, args: { anything: 1 } })).toBeNull();
    },
  );

  test.each<[string, unknown, string]>([
    ["shelf.create", { ...newShelf, name: "" }, "name"],
    ["shelf.create", { ...newShelf, id: "1" }, "id"],
    ["shelf.create", null, ""],
    ["item.update", { id: I1, patch: { url: "x" }, was: {} }, "patch.url"],
    ["item.delete", {}, "id"],
  ])("as %s with wrong arguments %j is rejected, naming %j", (name, args, path) => {
    const attempt = () => prepareMutation({ name, v: 1, args });
    expect(attempt).toThrow(Refusal);
    expect(attempt).toThrow(
      expect.objectContaining({
        code: "invalid",
        issues: expect.arrayContaining([expect.objectContaining({ path })]),
      }),
    );
  });

  test("of an older version is upgraded step by step, and one that is valid as it is needs no step", () => {
    const { "shelf.move": today } = MUTATORS;
    const rename = (args: unknown) => {
      const { shelf, ...rest } = args as { shelf: string };
      return { ...rest, id: shelf };
    };
    Object.assign(MUTATORS, { "shelf.move": mutator({ ...today, v: 4, upgrade: { 1: rename } }) });
    onTestFinished(() => void Object.assign(MUTATORS, { "shelf.move": today }));
    for (const [v, args] of [
      [1, { shelf: S1, position: "a0" }],
      [2, { id: S1, position: "a0" }],
    ] as const)
      expect(prepareMutation({ name: "shelf.move", v, args })).toMatchObject({
        v: 4,
        args: { id: S1, position: "a0" },
      });
    expect(prepareMutation({ name: "shelf.move", v: 5, args: {} })).toBeNull();
  });

  test.each<[string, unknown, string]>([
    ["a text where an object belongs", "x".repeat(4_000_000), "invalid"],
    ["more than 64 KB", { was: { title: "x".repeat(70_000) } }, "change-too-large"],
    ["lists in lists", { was: { a: [[[[[[[[]]]]]]]] } }, "invalid"],
  ])("with %s is rejected before it is upgraded, even if its name is unknown", (_, args, code) => {
    for (const name of ["item.create", "shelf.explode"]) {
      expect(() => prepareMutation({ name, v: 1, args })).toThrow(expect.objectContaining({ code }));
    }
  });

  test("is parsed: unknown fields are dropped, texts are trimmed", () => {
    expect(
      prepareMutation({ name: "shelf.move", v: 1, args: { id: S1, position: "a0", userId: "eve" } })?.args,
    ).toEqual({ id: S1, position: "a0" });
    expect(
      prepareMutation({ name: "shelf.create", v: 1, args: { ...newShelf, name: " Books " } })?.args,
    ).toMatchObject({ name: "Books" });
  });
});
