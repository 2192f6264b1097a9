import type { CategoryRow } from "@shelv/contract/category";
import type { ItemRow } from "@shelv/contract/item";
import { FIRST_SINGLES, OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import type { ShelfRow } from "@shelv/contract/shelf";
import type { SocialPlatform } from "@shelv/contract/social-link";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Fetched, MemoryTx, type RowChange } from "./memory-tx.ts";
import { type Mutation, MUTATORS, prepareMutation } from "./mutations.ts";
import { type Context, type DeletedRow, isRestorable, type Read } from "./mutator.ts";
import { undoOf } from "./undo.ts";

type World = Partial<Record<OwnerTable, OwnerRow[]>> & { deleted?: DeletedRow[] };
const uuid = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`;
const [S1, S2, S3] = [uuid(1), uuid(2), uuid(3)] as const;
const [I1, I2, I9] = [uuid(11), uuid(12), uuid(19)] as const;
const [C1, C2, C3] = [uuid(21), uuid(22), uuid(23)] as const;
const NOW = "2026-01-02T03:04:05.000Z";
const CONTEXT: Context = { now: NOW, hasPlanLimits: true, knowsAllDeleted: true };
const SHA = "ab".repeat(32);
const OTHER_SHA = "cd".repeat(32);

const shelf = (id: string, more: Partial<ShelfRow> = {}): ShelfRow =>
  ({ id, name: "Books", description: "Read", emoji: "🎵", position: "a0", createdAt: "2025", ...more });
const item = (id: string, more: Partial<ItemRow> = {}): ItemRow => ({
  id, shelfId: S1, title: "Mug", url: "https://example.com", description: "Blue", price: "5 €", emoji: "☕", picture: SHA, cutout: null, showsCutout: false,
  categoryIds: [], position: "a0", createdAt: "2025", ...more,
});
const category = (id: string, more: Partial<CategoryRow> = {}): CategoryRow =>
  ({ id, shelfId: S1, name: "Blue", position: "a0", createdAt: "2025", ...more });
const profile = (more: object = {}): OwnerRow<"singles"> =>
  ({ ...FIRST_SINGLES.profile, displayName: "Mira", bio: "Hello", picture: SHA, ...more });
const account = (more: object = {}): OwnerRow<"singles"> => ({ ...FIRST_SINGLES.account, username: "mira", ...more });
const onTrial = (plan: "pro" | "premium" = "pro") => account({ plan, trialEndsAt: "2026-01-10T00:00:00.000Z" });
const afterTrial = account({ plan: "pro", trialEndsAt: "2026-01-01T00:00:00.000Z" });
const link = (id: SocialPlatform, more: object = {}): OwnerRow<"socialLinks"> => ({ id, value: "mira", position: "a0", ...more });

const { createdAt: _made, ...newItem } = item(I1);
const { createdAt: _madeToo, ...newShelf } = shelf(S1);
const { createdAt: _madeAsWell, ...newCategory } = category(C1);

function fetchedFrom(world: World, reads: readonly Read[]): Fetched[] {
  return reads.map((read) => {
    // More than a host would fetch: a mutator has to pick what belongs together.
    if (read[0] === "deleted") return { read, deleted: world.deleted ?? [] };
    const [table, fieldOrId, value] = read;
    const matches = (row: OwnerRow) => fieldOrId === undefined
      || (value === undefined ? row.id === fieldOrId : (row as Record<string, unknown>)[fieldOrId] === value);
    return { read, rows: (world[table] ?? []).filter(matches) };
  });
}

function prepared(mutation: Mutation) {
  const ready = prepareMutation({ ...mutation, v: MUTATORS[mutation.name].v });
  if (!ready) throw new Error(`${mutation.name} is not known`);
  return ready;
}

/** What a mutation does to a world, or the code of its refusal. */
function outcome(world: World, mutation: Mutation, context = CONTEXT): RowChange[] | string {
  try {
    const ready = prepared(mutation);
    const tx = new MemoryTx(fetchedFrom(world, ready.reads));
    ready.run(tx, context);
    return tx.changes();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const change = (table: OwnerTable, before: OwnerRow | null, after: OwnerRow | null) => ({ table, id: (before ?? after)?.id, before, after });
const three = [shelf(S1), shelf(S2), shelf(S3)];

describe("a mutation does, in a world", () => {
  test.each<[string, World, Mutation, unknown[]]>([
    ["a shelf is made", {}, { name: "shelf.create", args: newShelf }, [change("shelves", null, shelf(S1, { createdAt: NOW }))]],
    ["a shelf without an emoji gets the usual one", {}, { name: "shelf.create", args: { ...newShelf, emoji: "" } },
      [change("shelves", null, shelf(S1, { emoji: "📚", createdAt: NOW }))]],
    ["the third shelf is still made", { shelves: three.slice(0, 2) }, { name: "shelf.create", args: { ...newShelf, id: S3 } },
      [change("shelves", null, shelf(S3, { createdAt: NOW }))]],
    ["an edit keeps what it does not name", { shelves: three }, { name: "shelf.update", args: { id: S1, patch: { name: "Films" }, was: { name: "Books" } } },
      [change("shelves", shelf(S1), shelf(S1, { name: "Films" }))]],
    ["an edit can empty a text", { shelves: three }, { name: "shelf.update", args: { id: S1, patch: { description: "" }, was: {} } },
      [change("shelves", shelf(S1), shelf(S1, { description: "" }))]],
    ["an edit to the same is no change", { shelves: three }, { name: "shelf.update", args: { id: S1, patch: { name: "Books" }, was: {} } }, []],
    ["an edit of nothing is no change", { shelves: three }, { name: "shelf.update", args: { id: S1, patch: {}, was: {} } }, []],
    ["what the editor saw may break today's rules", { shelves: three }, { name: "shelf.update", args: { id: S1, patch: { name: "Films" }, was: { name: "" } } },
      [change("shelves", shelf(S1), shelf(S1, { name: "Films" }))]],
    ["a shelf moves and keeps the rest", { shelves: three }, { name: "shelf.move", args: { id: S1, position: "a5" } },
      [change("shelves", shelf(S1), shelf(S1, { position: "a5" }))]],
    ["a shelf that is gone does not move", {}, { name: "shelf.move", args: { id: S1, position: "a5" } }, []],
    ["a shelf takes its own items with it, and no others", { shelves: three, items: [item(I1), item(I2, { shelfId: S2 })] },
      { name: "shelf.delete", args: { id: S1 } }, [change("shelves", shelf(S1), null), change("items", item(I1), null)]],
    ["a shelf that is gone is gone", { items: [item(I2, { shelfId: S2 })] }, { name: "shelf.delete", args: { id: S1 } }, []],
    ["an item is made", { shelves: three }, { name: "item.create", args: newItem }, [change("items", null, item(I1, { createdAt: NOW }))]],
    ["an item's edit keeps what it does not name", { items: [item(I1)] },
      { name: "item.update", args: { id: I1, patch: { price: "6 €", picture: null }, was: {} } }, [change("items", item(I1), item(I1, { price: "6 €", picture: null }))]],
    ["an item moves on its shelf", { shelves: three, items: [item(I1)] }, { name: "item.move", args: { id: I1, shelfId: S1, position: "a7" } },
      [change("items", item(I1), item(I1, { position: "a7" }))]],
    ["an item moves to another shelf", { shelves: three, items: [item(I1)] }, { name: "item.move", args: { id: I1, shelfId: S2, position: "a7" } },
      [change("items", item(I1), item(I1, { shelfId: S2, position: "a7" }))]],
    ["an item that is gone does not move", { shelves: three }, { name: "item.move", args: { id: I1, shelfId: S2, position: "a7" } }, []],
    ["an item is deleted", { items: [item(I1), item(I2)] }, { name: "item.delete", args: { id: I1 } }, [change("items", item(I1), null)]],
    ["an item that is gone is gone", {}, { name: "item.delete", args: { id: I1 } }, []],
    ["a profile that is not there yet is made", {}, { name: "profile.update", args: { patch: { displayName: "Mira" }, was: {} } },
      [change("singles", null, profile({ bio: "", picture: null }))]],
    ["a category is made", { shelves: three }, { name: "category.create", args: newCategory }, [change("categories", null, category(C1, { createdAt: NOW }))]],
    ["a category gets another name", { categories: [category(C1)] }, { name: "category.update", args: { id: C1, patch: { name: "Red" }, was: {} } },
      [change("categories", category(C1), category(C1, { name: "Red" }))]],
    ["a category moves", { categories: [category(C1)] }, { name: "category.move", args: { id: C1, position: "a3" } },
      [change("categories", category(C1), category(C1, { position: "a3" }))]],
    ["a category that is gone does not move", {}, { name: "category.move", args: { id: C1, position: "a3" } }, []],
    ["a category goes, its items stay without it", { categories: [category(C1)], items: [item(I1, { categoryIds: [C1, C2] }), item(I2)] },
      { name: "category.delete", args: { id: C1, shelfId: S1 } },
      [change("categories", category(C1), null), change("items", item(I1, { categoryIds: [C1, C2] }), item(I1, { categoryIds: [C2] }))]],
    ["a category of another shelf than was said stays", { categories: [category(C1)], items: [item(I1, { shelfId: S2, categoryIds: [C1] })] },
      { name: "category.delete", args: { id: C1, shelfId: S2 } }, []],
    ["a shelf takes its categories with it", { shelves: three, categories: [category(C1), category(C2, { shelfId: S2 })] },
      { name: "shelf.delete", args: { id: S1 } }, [change("shelves", shelf(S1), null), change("categories", category(C1), null)]],
    ["an item is made with the categories that its shelf has", { shelves: three, categories: [category(C1), category(C2, { shelfId: S2 })] },
      { name: "item.create", args: { ...newItem, categoryIds: [C2, C3, C1] } }, [change("items", null, item(I1, { categoryIds: [C1], createdAt: NOW }))]],
    ["an item gains and loses categories", { categories: [category(C1), category(C2), category(C3, { shelfId: S2 })], items: [item(I1, { categoryIds: [C1] })] },
      { name: "item.update", args: { id: I1, patch: {}, was: {}, categories: { add: [C3, C2], remove: [C1] } } },
      [change("items", item(I1, { categoryIds: [C1] }), item(I1, { categoryIds: [C2] }))]],
    ["an item keeps on its new shelf the categories that bear the same names",
      { shelves: three, items: [item(I1, { categoryIds: [C1, C2] })],
        categories: [category(C1), category(C2, { name: "Old" }), category(C3, { shelfId: S2 })] },
      { name: "item.move", args: { id: I1, shelfId: S2, position: "a7" } },
      [change("items", item(I1, { categoryIds: [C1, C2] }), item(I1, { shelfId: S2, position: "a7", categoryIds: [C3] }))]],
    ["a platform's link is added", {}, { name: "social-link.set", args: { id: "github", value: "@mira", position: "a0" } },
      [change("socialLinks", null, link("github", { value: "@mira" }))]],
    ["a platform's link keeps its place when it is filled in", { socialLinks: [link("github", { value: "" })] },
      { name: "social-link.set", args: { id: "github", value: "mira", position: "a9" } },
      [change("socialLinks", link("github", { value: "" }), link("github"))]],
    ["a platform's link moves", { socialLinks: [link("github")] }, { name: "social-link.move", args: { id: "github", position: "a2" } },
      [change("socialLinks", link("github"), link("github", { position: "a2" }))]],
    ["a platform's link goes", { socialLinks: [link("github"), link("twitch")] }, { name: "social-link.delete", args: { id: "github" } },
      [change("socialLinks", link("github"), null)]],
    ["settings keep what the edit does not name", {}, { name: "settings.update", args: { patch: { publicProfile: false }, was: {} } },
      [change("singles", null, { ...FIRST_SINGLES.settings, publicProfile: false })]],
    ["a look is chosen without any plan", {}, { name: "appearance.update", args: { patch: { theme: "dark", shelfBackground: "wood" }, was: {} } },
      [change("singles", null, { ...FIRST_SINGLES.appearance, theme: "dark", shelfBackground: "wood" })]],
    ["a font of its own is chosen on a trial", { singles: [onTrial()] }, { name: "appearance.update", args: { patch: { fontFamily: "Serif" }, was: {} } },
      [change("singles", null, { ...FIRST_SINGLES.appearance, fontFamily: "Serif" })]],
    ["a page loses our name on Premium", { singles: [onTrial("premium")] }, { name: "appearance.update", args: { patch: { showsCredit: false }, was: {} } },
      [change("singles", null, { ...FIRST_SINGLES.appearance, showsCredit: false })]],
    ["custom CSS goes away without any plan", { singles: [{ ...FIRST_SINGLES.appearance, customCss: "a{}" }] },
      { name: "appearance.update", args: { patch: { customCss: "", fontFamily: "Inter" }, was: {} } },
      [change("singles", { ...FIRST_SINGLES.appearance, customCss: "a{}" }, FIRST_SINGLES.appearance)]],
    ["a plan begins the trial, fourteen days from now", { singles: [account()] }, { name: "plan.choose", args: { plan: "pro" } },
      [change("singles", account(), account({ plan: "pro", trialEndsAt: "2026-01-16T03:04:05.000Z" }))]],
    ["another plan is tried for the rest of the trial", { singles: [onTrial()] }, { name: "plan.choose", args: { plan: "premium" } },
      [change("singles", onTrial(), onTrial("premium"))]],
    ["Free is chosen whenever one likes", { singles: [afterTrial] }, { name: "plan.choose", args: { plan: "free" } },
      [change("singles", afterTrial, account({ plan: "free", trialEndsAt: "2026-01-01T00:00:00.000Z" }))]],
    ["a fourth shelf is made on a trial", { shelves: three, singles: [onTrial()] }, { name: "shelf.create", args: { ...newShelf, id: uuid(4) } },
      [change("shelves", null, shelf(uuid(4), { createdAt: NOW }))]],
    ["the setup is skipped as a whole", {}, { name: "onboarding.complete", args: { answers: {} } },
      [change("singles", null, { id: "onboarding", completed: true, goal: null })]],
    ["the setup sets all that was answered", { singles: [account()], socialLinks: [link("github")] },
      { name: "onboarding.complete", args: { answers: {
        goal: "creator", trial: false, plan: "pro", template: "warm", platforms: ["github", "twitch"], title: "Potter", bio: "Clay", picture: SHA } } },
      [change("singles", null, { id: "onboarding", completed: true, goal: "creator" }),
        change("singles", null, { ...FIRST_SINGLES.profile, title: "Potter", bio: "Clay", picture: SHA }),
        change("singles", null, { ...FIRST_SINGLES.appearance, template: "warm", primaryColor: "#EA580C", theme: "light", shelfBackground: "gradient" }),
        change("singles", account(), account({ plan: "pro", trialEndsAt: "2026-01-16T03:04:05.000Z" })),
        change("socialLinks", null, link("twitch", { value: "", position: "a1" }))]],
    ["the setup keeps a bio beside a title that was left empty", { singles: [profile()] },
      { name: "onboarding.complete", args: { answers: { title: "", bio: "I make pots" } } },
      [change("singles", null, { id: "onboarding", completed: true, goal: null }), change("singles", profile(), profile({ bio: "I make pots" }))]],
    ["the setup run again restarts no trial", { singles: [afterTrial, { id: "onboarding", completed: true, goal: "personal" }] },
      { name: "onboarding.complete", args: { answers: { plan: "premium" } } }, []],
    ["a profile keeps what the edit does not name", { singles: [profile()] }, { name: "profile.update", args: { patch: { bio: "Hi" }, was: {} } },
      [change("singles", profile(), profile({ bio: "Hi" }))]],
  ])("what it says: %s", (_, world, mutation, expected) => {
    const changes = outcome(world, mutation);
    expect(new Set<unknown>(typeof changes === "string" ? [changes] : changes)).toEqual(new Set(expected));
  });
});

describe("a mutation is refused", () => {
  test.each<[string, World, Mutation, string]>([
    ["a fourth shelf", { shelves: three }, { name: "shelf.create", args: { ...newShelf, id: uuid(4) } }, "shelf-limit"],
    ["a shelf whose id is taken, whatever the limit says", { shelves: three }, { name: "shelf.create", args: newShelf }, "id-taken"],
    ["an edit of a shelf that is gone", {}, { name: "shelf.update", args: { id: S1, patch: { name: "x" }, was: {} } }, "shelf-not-found"],
    ["a shelf without a name", {}, { name: "shelf.create", args: { ...newShelf, name: " " } }, "invalid"],
    ["an item on a shelf that is gone", {}, { name: "item.create", args: newItem }, "shelf-not-found"],
    ["an item whose id is taken", { shelves: three, items: [item(I1, { shelfId: S2 })] }, { name: "item.create", args: newItem }, "id-taken"],
    ["an edit of an item that is gone", {}, { name: "item.update", args: { id: I9, patch: { title: "x" }, was: {} } }, "item-not-found"],
    ["a move to a shelf that is gone", { shelves: [shelf(S1)], items: [item(I1)] }, { name: "item.move", args: { id: I1, shelfId: S2, position: "a0" } }, "shelf-not-found"],
    ["an item with a dangerous address", { shelves: three }, { name: "item.create", args: { ...newItem, url: "javascript:alert(1)" } }, "invalid"],
    ["an edit to a dangerous address", { items: [item(I1)] }, { name: "item.update", args: { id: I1, patch: { url: "javascript:alert(1)" }, was: {} } }, "invalid"],
    ["a fourth shelf once the trial is over", { shelves: three, singles: [afterTrial] }, { name: "shelf.create", args: { ...newShelf, id: uuid(4) } }, "shelf-limit"],
    ["a category on a shelf that is gone", {}, { name: "category.create", args: newCategory }, "shelf-not-found"],
    ["a category whose id is taken", { shelves: three, categories: [category(C1)] }, { name: "category.create", args: newCategory }, "id-taken"],
    ["an edit of a category that is gone", {}, { name: "category.update", args: { id: C1, patch: { name: "x" }, was: {} } }, "category-not-found"],
    ["a social link that is a script", {}, { name: "social-link.set", args: { id: "github", value: "javascript:alert(1)", position: "a0" } }, "invalid"],
    ["custom CSS on Free", { singles: [account()] }, { name: "appearance.update", args: { patch: { customCss: "a{}" }, was: {} } }, "needs-pro"],
    ["another font after the trial", { singles: [afterTrial] }, { name: "appearance.update", args: { patch: { fontFamily: "Serif" }, was: {} } }, "needs-pro"],
    ["a page without our name on Pro", { singles: [onTrial()] }, { name: "appearance.update", args: { patch: { showsCredit: false }, was: {} } }, "needs-premium"],
    ["a colour that is none", {}, { name: "appearance.update", args: { patch: { primaryColor: "red" }, was: {} } }, "invalid"],
    ["a second trial", { singles: [afterTrial] }, { name: "plan.choose", args: { plan: "premium" } }, "trial-over"],
    ["another plan than the operator set", { singles: [account({ plan: "premium", isPlanFixed: true })] }, { name: "plan.choose", args: { plan: "pro" } }, "plan-fixed"],
    ["a bio longer than the account form takes", {}, { name: "profile.update", args: { patch: { bio: "a".repeat(161) }, was: {} } }, "invalid"],
    ["a position that nothing can stand beside", { shelves: three }, { name: "shelf.move", args: { id: S1, position: "zz" } }, "invalid"],
  ])("where it cannot be: %s", (_, world, mutation, code) => expect(outcome(world, mutation)).toBe(code));
});

test("Without a limit there is no limit", () => {
  const many = Array.from({ length: 50 }, (_, at) => shelf(uuid(100 + at)));
  expect(outcome({ shelves: many }, { name: "shelf.create", args: newShelf }, { ...CONTEXT, hasPlanLimits: false })).toHaveLength(1);
});

describe("what a mutation names", () => {
  test.each<[Mutation, string[]]>([
    [{ name: "item.create", args: newItem }, [SHA]], [{ name: "item.create", args: { ...newItem, picture: null } }, []],
    [{ name: "item.update", args: { id: I1, patch: { picture: SHA }, was: {} } }, [SHA]], [{ name: "item.update", args: { id: I1, patch: { picture: null }, was: {} } }, []],
    [{ name: "item.update", args: { id: I1, patch: { title: "x" }, was: { picture: SHA } } }, []],
    [{ name: "item.create", args: { ...newItem, cutout: OTHER_SHA, showsCutout: true } }, [SHA, OTHER_SHA]],
    [{ name: "onboarding.complete", args: { answers: { picture: SHA } } }, [SHA]],
    [{ name: "profile.update", args: { patch: { picture: SHA }, was: {} } }, [SHA]], [{ name: "shelf.delete", args: { id: S1 } }, []],
  ])("pictures of %j: %j", (mutation, pictures) => expect(prepared(mutation).pictures).toEqual(pictures));
});

describe("a mutation that arrives", () => {
  test.each([["no-op", 0], ["shelf.explode", 1], ["toString", 0], ["__proto__", 0], ["constructor", 1], ["", 1]])("as %j is not known", (name, v) => {
    expect(prepareMutation({ name, v, args: {} })).toBeNull();
  });

  test.each(Object.keys(MUTATORS) as (keyof typeof MUTATORS)[])("as %s of a newer version is not known, whatever its arguments", (name) => {
    expect(prepareMutation({ name, v: MUTATORS[name].v + 1, args: { anything: 1 } })).toBeNull();
  });

  test.each<[string, unknown, string]>([
    ["shelf.create", { ...newShelf, name: "" }, "name"], ["shelf.create", { ...newShelf, id: "1" }, "id"], ["shelf.create", null, ""],
    ["item.update", { id: I1, patch: { url: "x" }, was: {} }, "patch.url"], ["item.delete", {}, "id"],
  ])("as %s with wrong arguments %j is refused, naming %j", (name, args, path) => {
    const attempt = () => prepareMutation({ name, v: 1, args });
    expect(attempt).toThrow(Refusal);
    expect(attempt).toThrow(expect.objectContaining({ code: "invalid", issues: expect.arrayContaining([expect.objectContaining({ path })]) }));
  });

  test("with the arguments of an older version is brought up to date", () => {
    const { categoryIds: _, cutout: __, showsCutout: ___, ...older } = newItem;
    expect(prepareMutation({ name: "item.create", v: 1, args: older })).toMatchObject({ v: 2, args: newItem });
    expect(prepareMutation({ name: "item.update", v: 1, args: { id: I1, patch: { title: "x" }, was: {} } })?.args)
      .toEqual({ id: I1, patch: { title: "x" }, was: {}, categories: { add: [], remove: [] } });
  });

  test("is parsed: what it does not know is dropped, texts are trimmed", () => {
    expect(prepareMutation({ name: "shelf.move", v: 1, args: { id: S1, position: "a0", userId: "eve" } })?.args).toEqual({ id: S1, position: "a0" });
    expect(prepareMutation({ name: "shelf.create", v: 1, args: { ...newShelf, name: " Books " } })?.args).toMatchObject({ name: "Books" });
  });
});

describe("whatever the order of changes", () => {
  const shelfId = fc.constantFrom(S1, S2, S3, uuid(4));
  const itemId = fc.constantFrom(I1, I2, uuid(13), uuid(14));
  const categoryId = fc.constantFrom(C1, C2, C3, uuid(24));
  const someCategories = fc.uniqueArray(categoryId, { maxLength: 2 });
  const position = fc.constantFrom("a0", "a1", "Zz", "a0V");
  const text = fc.constantFrom("one", "two", "three");
  const mutation: fc.Arbitrary<Mutation> = fc.oneof(
    fc.record({ name: fc.constant("shelf.create" as const), args: fc.record({ id: shelfId, name: text, description: text, emoji: fc.constantFrom("", "🎵"), position }) }),
    fc.record({ name: fc.constant("shelf.update" as const), args: fc.record({ id: shelfId, patch: fc.record({ name: text }), was: fc.constant({}) }) }),
    fc.record({ name: fc.constant("shelf.move" as const), args: fc.record({ id: shelfId, position }) }),
    fc.record({ name: fc.constant("shelf.delete" as const), args: fc.record({ id: shelfId }) }),
    fc.record({ name: fc.constant("item.create" as const), args: fc.record({ id: itemId, shelfId, position }).map((args) => ({ ...newItem, ...args, categoryIds: [C1, C2] })) }),
    fc.record({ name: fc.constant("item.update" as const), args: fc.record({ id: itemId, patch: fc.record({ title: text }), was: fc.constant({}) }) }),
    fc.record({ name: fc.constant("item.move" as const), args: fc.record({ id: itemId, shelfId, position }) }),
    fc.record({ name: fc.constant("item.delete" as const), args: fc.record({ id: itemId }) }),
    fc.record({ name: fc.constant("category.create" as const), args: fc.record({ id: categoryId, shelfId, name: text, position }) }),
    fc.record({ name: fc.constant("category.delete" as const), args: fc.record({ id: categoryId, shelfId }) }),
    fc.record({
      name: fc.constant("item.update" as const),
      args: fc.record({ id: itemId, patch: fc.constant({}), was: fc.constant({}), categories: fc.record({ add: someCategories, remove: someCategories }) }),
    }),
    fc.record({ name: fc.constant("shelf.restore" as const), args: fc.record({ id: shelfId }) }),
    fc.record({ name: fc.constant("item.restore" as const), args: fc.record({ id: itemId }) }),
    fc.record({ name: fc.constant("category.restore" as const), args: fc.record({ id: categoryId, itemIds: fc.uniqueArray(itemId, { maxLength: 3 }) }) }),
    fc.record({ name: fc.constant("profile.update" as const), args: fc.record({ patch: fc.record({ bio: text }), was: fc.constant({}) }) }),
  );

  const copyOf = (world: World) => JSON.parse(JSON.stringify(world)) as World;

  function next(world: World, changes: readonly RowChange[], deletion = ""): World {
    const rows = Object.fromEntries(OWNER_TABLE_NAMES.map((table) => {
      const touched = changes.filter((changed) => changed.table === table);
      const kept = (world[table] ?? []).filter(({ id }) => !touched.some((changed) => changed.id === id));
      return [table, [...kept, ...touched.flatMap(({ after }) => after ?? [])]];
    }));
    const stillDeleted = (world.deleted ?? []).filter(({ table, row }) => !changes.some((changed) => changed.table === table && changed.id === row.id));
    const gone = changes.flatMap(({ table, before, after }) =>
      (before && !after && isRestorable(table) ? [{ table, row: before, deletion } as DeletedRow] : []));
    return { ...rows, deleted: [...stillDeleted, ...gone] };
  }

  test("declared reads suffice, running twice says the same, limits hold and nothing is on a shelf, or in a category, that is gone", () => {
    fc.assert(fc.property(fc.array(mutation, { maxLength: 40 }), (mutations) => {
      let world: World = {};
      let hasRestored = false;
      for (const [at, each] of mutations.entries()) {
        // An undeclared read or write would throw here.
        const first = outcome(copyOf(world), each);
        expect(outcome(copyOf(world), each)).toEqual(first);
        if (typeof first !== "string") world = next(world, first, String(at));
        hasRestored ||= each.name.endsWith(".restore") && first.length > 0;
        const shelves = new Set((world.shelves ?? []).map(({ id }) => id));
        expect(hasRestored || shelves.size <= 3).toBe(true);
        const items = (world.items ?? []) as ItemRow[];
        const categories = (world.categories ?? []) as CategoryRow[];
        expect([...items, ...categories].filter((row) => !shelves.has(row.shelfId))).toEqual([]);
        const onShelf = new Set(categories.map(({ id, shelfId }) => `${id} ${shelfId}`));
        expect(items.filter((row) => !row.categoryIds.every((of) => onShelf.has(`${of} ${row.shelfId}`)))).toEqual([]);
      }
    }), { numRuns: 300 });
  });

  test("what undoes a deletion or a move brings back exactly what was there", () => {
    fc.assert(fc.property(fc.array(mutation, { maxLength: 30 }), (mutations) => {
      let world: World = {};
      for (const [at, each] of mutations.entries()) {
        const changes = outcome(copyOf(world), each);
        if (typeof changes === "string") continue;
        const after = next(world, changes, String(at));
        const undo = undoOf([{ name: each.name, changes }]);
        const canBeUndone = /\.(?:delete|move)$/.test(each.name) && changes.length > 0;
        expect(undo !== null).toBe(canBeUndone);
        let undone = undo ? after : world;
        for (const [step, one] of (undo ?? []).entries()) undone = next(undone, outcome(copyOf(undone), one) as RowChange[], `undo ${step}`);
        expect(alive(undone)).toEqual(alive(world));
        world = after;
      }
    }), { numRuns: 300 });
  });

  const alive = (world: World) => OWNER_TABLE_NAMES.map((table) => (world[table] ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1)));
});

describe("a deletion taken back", () => {
  const deleted = (table: DeletedRow["table"], row: ShelfRow | ItemRow | CategoryRow, deletion: string) => ({ table, row, deletion }) as DeletedRow;
  const gone = {
    deleted: [
      deleted("shelves", shelf(S1), "1"), deleted("items", item(I1), "1"), deleted("categories", category(C1), "1"),
      deleted("items", item(I2), "before"), deleted("items", item(I9, { shelfId: S2 }), "1"),
    ],
  };
  const broughtBack = [change("shelves", null, shelf(S1)), change("items", null, item(I1)), change("categories", null, category(C1))];

  test("brings a shelf with what went with it, and neither what had gone before nor what stood elsewhere", () => {
    expect(outcome(gone, { name: "shelf.restore", args: { id: S1 } })).toEqual(broughtBack);
  });

  test("asks no plan", () => {
    const full = { ...gone, shelves: [shelf(S2), shelf(S3), shelf(uuid(4))], singles: [account()] };
    expect(outcome(full, { name: "shelf.restore", args: { id: S1 } })).toEqual(broughtBack);
  });

  test("of what is there does nothing", () => {
    const there = { shelves: [shelf(S1, { name: "Newer" })], items: [item(I1, { title: "Newer" })], categories: [category(C1)] };
    for (const [name, id] of [["shelf.restore", S1], ["item.restore", I1]] as const) expect(outcome({ ...there, ...gone }, { name, args: { id } })).toEqual([]);
    expect(outcome({ ...there, ...gone }, { name: "category.restore", args: { id: C1, itemIds: [I1] } })).toEqual([]);
  });

  test("brings an item's shelf too, where that is gone", () => {
    expect(outcome(gone, { name: "item.restore", args: { id: I2 } })).toEqual(expect.arrayContaining([...broughtBack, change("items", null, item(I2))]));
    expect(outcome(gone, { name: "item.restore", args: { id: I1 } })).toEqual(broughtBack);
  });

  test("leaves out an item's categories that are gone meanwhile, and puts a category on its items again", () => {
    const world = { shelves: [shelf(S1)], categories: [category(C2)], deleted: [deleted("items", item(I1, { categoryIds: [C1, C2] }), "1")] };
    expect(outcome(world, { name: "item.restore", args: { id: I1 } })).toEqual([change("items", null, item(I1, { categoryIds: [C2] }))]);
    const uncategorised = { shelves: [shelf(S1)], items: [item(I1), item(I2, { shelfId: S2 })], deleted: [deleted("categories", category(C1), "1")] };
    expect(outcome(uncategorised, { name: "category.restore", args: { id: C1, itemIds: [I1, I2] } })).toEqual([
      change("categories", null, category(C1)), change("items", item(I1), item(I1, { categoryIds: [C1] })),
    ]);
  });

  test("of what nobody remembers is refused by the server, and shows nothing on a device that may know less", () => {
    for (const [mutation, code] of [
      [{ name: "shelf.restore", args: { id: S1 } }, "shelf-not-found"], [{ name: "item.restore", args: { id: I1 } }, "item-not-found"],
      [{ name: "category.restore", args: { id: C1, itemIds: [] } }, "category-not-found"],
    ] as [Mutation, string][]) {
      expect(outcome({}, mutation)).toBe(code);
      expect(outcome({}, mutation, { ...CONTEXT, knowsAllDeleted: false })).toEqual([]);
    }
    const withoutShelf = { deleted: [deleted("items", item(I1), "1")] };
    expect(outcome(withoutShelf, { name: "item.restore", args: { id: I1 } })).toBe("shelf-not-found");
  });
});
