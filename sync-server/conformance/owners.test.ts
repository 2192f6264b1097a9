/**
 * Two owners, all their data, and every way to reach it: neither reads or writes the other's, whatever ids
 * are sent. Devices create ids, so two owners may even have the same ones.
 */
import { ACCOUNT_PICTURES_MAX_BYTES, picturePath } from "@shelv/contract/rows/picture";
import { ALL_ROUTES } from "@shelv/contract/routes/all";
import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import { type Route, USER_HEADER } from "@shelv/contract/routes/route";
import { shelfRoutes } from "@shelv/contract/routes/shelves";
import { syncRoutes } from "@shelv/contract/routes/sync";
import { NO_OP, type SentMutation, SYNC_SCHEMA, type SyncResponse } from "@shelv/contract/sync";
import { type MutationName, MUTATORS } from "@shelv/mutators/mutations";
import { newShelf } from "@shelv/contract/testing/rows";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { clicksOfItems } from "#analytics/read-analytics";
import { picturesAfter, pictureShapes, usedPictures } from "#database/rows/pictures";
import { sha256Of } from "#pictures/store-picture";
import { picture } from "#testing/pictures";
import { outcomeOf } from "./answer.ts";
import { caseOf } from "./cases/all-cases.ts";
import { ITEM_TEXTS } from "./cases/item-cases.ts";
import { type MutationCase, MUTATION_CASES } from "./cases/mutation-cases.ts";
import { rowsOf } from "./database-state.ts";
import { withIdAt, withValueAt } from "./id-places.ts";
import { keyOf } from "./route-case.ts";
import { sendChecked } from "./send-checked.ts";
import { visit } from "./visit.ts";
import { type OwnedKind, type Owner, World } from "./world.ts";

const HERS = "hers-alone";
const KINDS = ["shelf", "category", "item", "picture"] as const;

let world: World;
let ada: Owner;
let eve: Owner;
let hers: Record<OwnedKind | "gone", string>;

beforeAll(async () => {
  world = await World.open();
  [ada, eve] = [await world.owner("ada"), await world.owner("eve")];
  hers = await furnish(ada);
  for (const kind of KINDS) await world.make(eve, kind);
  await vi.waitUntil(async () => (await rowsOfAda()).cleaned_css?.length === 1, { timeout: 30_000 });
});
afterAll(() => world.server.close());

const rowsOfAda = () => rowsOf(world.server.services.db.reader, ada.userId);
const mutationNames = Object.keys(MUTATORS) as MutationName[];
const mutationCase = (name: MutationName): MutationCase =>
  MUTATION_CASES[name] ?? { ids: {}, happy: async () => ({}) };

const isServers = (name: MutationName) => (MUTATORS[name] as { isServers?: boolean }).isServers ?? false;

test("Every mutation has a case", () => {
  expect(Object.keys(MUTATION_CASES).toSorted()).toEqual(mutationNames.toSorted());
});

describe("A device may make every change except the server's own, which it may not push under any number:", () => {
  test.each(mutationNames)("%s", async (name) => {
    const args = await mutationCase(name).happy(world, eve);
    const { results, retry } = await exchanged(eve, [{ name, args }]);
    const refused = results.filter(({ message }) => message === "Only the server makes this change");
    expect([refused.length, retry]).toEqual([isServers(name) ? 1 : 0, null]);
  });

  test("the server's own are those that it makes in its jobs", () => {
    expect(mutationNames.filter(isServers)).toEqual(["item.complete-details", "item.note-link-checks"]);
  });
});

describe("One owner's API calls reveal and change nothing of another's:", () => {
  const ownersRoutes = ALL_ROUTES.filter(({ access }) => access !== "anyone").map((route) => ({
    key: keyOf(route),
    route,
  }));
  test.each(ownersRoutes)("$key", async ({ route, key }) => {
    const before = await rowsOfAda();
    const { happy, ids = {} } = caseOf(key);
    const sending = await happy(world, eve);
    const foreign = Object.entries(ids).flatMap(([place, kind]) =>
      kind ? [withIdAt(sending, place, hers[kind])] : [],
    );
    for (const each of [...foreign, sending]) {
      const { text, headers } = await sendChecked(world, route, eve, each);
      const said = text + JSON.stringify([...headers]);
      expect([HERS, ...Object.values(hers)].filter((what) => said.includes(what))).toEqual([]);
    }
    expect(await rowsOfAda()).toEqual(before);
    await world.signedInAgain(eve);
  });
});

describe("One owner's device reveals and changes nothing of another's:", () => {
  test.each(mutationNames)("%s", async (name) => {
    const before = await rowsOfAda();
    const { happy, ids } = mutationCase(name);
    for (const [place, kind] of Object.entries(ids)) {
      const named = hers[kind ?? "item"];
      const args = withValueAt(await happy(world, eve), place.split("."), named);
      const { results, rows, wants } = await exchanged(eve, [{ name, args }]);
      expect(JSON.stringify([results, rows])).not.toContain(HERS);
      // Each owner uploads their own, although the server has another owner's.
      expect(wants.includes(named)).toBe(kind === "picture");
      for (const path of ["/eve", "/api/items", "/api/auth/me", "/api/users/eve/shelves"])
        expect(await (await eve.browser.get(path)).text()).not.toContain(hers.picture);
    }
    expect(await rowsOfAda()).toEqual(before);
  });
});

describe("Two owners with the same ids stay separate:", () => {
  async function makeTwins(): Promise<void> {
    const shelf = newShelf({ id: hers.shelf, name: "Twin" });
    const category = { id: hers.category, shelfId: hers.shelf, name: "Twin", position: "a0" };
    const item = {
      ...(await mutationCase("item.create").happy(world, eve)),
      id: hers.item,
      shelfId: hers.shelf,
      title: "Twin",
      categoryIds: [hers.category],
    };
    await exchanged(eve, [
      { name: "shelf.create", args: shelf },
      { name: "category.create", args: category },
      { name: "item.create", args: item },
    ]);
    for (const kind of ["shelf", "category", "item"] as const)
      expect(await world.idsOf(eve, kind)).toContain(hers[kind]);
  }
  const isOfRows = (kinds: (OwnedKind | null)[]) => kinds.some((kind) => kind !== null && kind !== "picture");

  const naming = ALL_ROUTES.map((route) => ({ key: keyOf(route), route })).filter(({ key }) =>
    isOfRows(Object.values(caseOf(key).ids ?? {})),
  );
  test.each(naming)("$key", async ({ route, key }) => {
    await makeTwins();
    const before = await rowsOfAda();
    const { happy, ids = {} } = caseOf(key);
    let sending = await happy(world, eve);
    for (const [place, kind] of Object.entries(ids))
      if (kind && kind !== "picture") sending = withIdAt(sending, place, hers[kind]);
    const answer = await sendChecked(world, route, eve, sending);
    expect([answer.status < 300, answer.text.includes(HERS)]).toEqual([true, false]);
    expect(await rowsOfAda()).toEqual(before);
  });

  test.each(mutationNames.filter((name) => isOfRows(Object.values(mutationCase(name).ids))))(
    "%s",
    async (name) => {
      await makeTwins();
      const before = await rowsOfAda();
      let args: unknown = await mutationCase(name).happy(world, eve);
      for (const [place, kind] of Object.entries(mutationCase(name).ids))
        if (kind && kind !== "picture") args = withValueAt(args, place.split("."), hers[kind]);
      const { results, retry } = await exchanged(eve, [{ name, args }]);
      expect([results.map(({ code }) => code), retry]).toEqual([isServers(name) ? ["invalid"] : [], null]);
      expect(await rowsOfAda()).toEqual(before);
    },
  );
});

test("One owner's deletion cannot be restored by another", async () => {
  const before = await rowsOfAda();
  for (const name of ["shelf.restore", "item.restore"] as const) {
    const { results, rows } = await exchanged(eve, [{ name, args: { id: hers.gone } }]);
    expect(results).toMatchObject([{ code: "deletion-forgotten" }]);
    expect(JSON.stringify(rows)).not.toContain(hers.gone);
  }
  expect(await rowsOfAda()).toEqual(before);
});

test("One owner's deletion stays deleted when another creates a row with the same id", async () => {
  const before = await rowsOfAda();
  await exchanged(eve, [
    {
      name: "shelf.create",
      args: newShelf({ id: hers.gone, name: "Twin" }),
    },
  ]);
  expect(await world.idsOf(eve, "shelf")).toContain(hers.gone);
  expect(await rowsOfAda()).toEqual(before);
});

describe("While another account is signed in, a call for one changes and reveals nothing:", () => {
  const forSomebody = ALL_ROUTES.filter(({ access }) => access !== "anyone").map((route) => ({
    key: keyOf(route),
    route,
  }));
  const rowsOfBoth = async () => [
    await rowsOfAda(),
    await rowsOf(world.server.services.db.reader, eve.userId),
  ];
  test.each(forSomebody)("$key", async ({ route, key }) => {
    const sending = await caseOf(key).happy(world, eve);
    const before = await rowsOfBoth();
    const answer = await sendChecked(world, route, eve, {
      ...sending,
      headers: { ...sending.headers, [USER_HEADER]: ada.userId },
    });
    expect(outcomeOf(answer)).toBe(route.method === "HEAD" ? "409" : "409 wrong-user");
    expect(await rowsOfBoth()).toEqual(before);
    await world.signedInAgain(eve);
  });

  test.each(forSomebody.filter(({ route }) => route.mustNameUser))(
    "$key, without naming its account",
    async ({ route, key }) => {
      const { headers: { [USER_HEADER]: _, ...headers } = {}, ...sending } = await caseOf(key).happy(
        world,
        eve,
      );
      expect(outcomeOf(await sendChecked(world, route, eve, { ...sending, headers }))).toBe(
        route.method === "HEAD" ? "409" : "409 wrong-user",
      );
    },
  );

  test("the stream of pokes, which names its account in the address", async () => {
    expect(outcomeOf(await sendChecked(world, syncRoutes.events, eve, { query: { user: ada.userId } }))).toBe(
      "409 wrong-user",
    );
  });
});

test("With another's client id, epoch and cursor, an owner gets only their own numbers, refusals, rows and deletions", async () => {
  const refused = await exchanged(ada, [
    { name: "item.update", args: { id: uuid(), patch: { title: HERS }, was: {} } },
  ]);
  expect(refused.results).toMatchObject([{ code: "item-not-found" }]);
  const { epoch, cursor } = refused;
  const body = {
    schema: SYNC_SCHEMA,
    clientId: ada.clientId,
    epoch,
    cursor,
    ack: 0,
    pull: true,
    mutations: [],
  };
  const answer = (
    await sendChecked(world, syncRoutes.exchange, eve, { body, headers: { "X-User": eve.userId } })
  ).json as SyncResponse;
  expect(answer).toMatchObject({ lastMid: 0, results: [], reset: true });
  expect(answer.epoch).not.toBe(epoch);
  expect(JSON.stringify(answer)).not.toContain(HERS);
  const deleted = (await rowsOf(world.server.services.db.reader, eve.userId)).sync_tombstone as {
    id: string;
  }[];
  expect(answer.gone.map(({ id }) => id).toSorted()).toEqual(deleted.map(({ id }) => id).toSorted());
  const own = new Set([
    ...(await world.idsOf(eve, "shelf")),
    ...(await world.idsOf(eve, "item")),
    ...(await world.idsOf(eve, "category")),
  ]);
  const rows = answer.rows
    .filter(({ table }) => ["shelves", "items", "categories"].includes(table))
    .map(({ row }) => row.id);
  expect(rows.filter((id) => !own.has(id))).toEqual([]);
});

test("What one device recorded is not forgotten because of another owner's device with the same id", async () => {
  await exchanged(ada, [{ name: "item.update", args: { id: uuid(), patch: { title: HERS }, was: {} } }]);
  const before = await rowsOfAda();
  const { epoch } = await exchanged(eve, []);
  const body = {
    schema: SYNC_SCHEMA,
    clientId: ada.clientId,
    epoch,
    cursor: 0,
    ack: 1_000_000,
    pull: false,
    mutations: [],
  };
  await sendChecked(world, syncRoutes.exchange, eve, { body, headers: { "X-User": eve.userId } });
  expect(await rowsOfAda()).toEqual(before);
});

test("Counts of one owner's rows are not counted for another's with the same ids", async () => {
  const twin = await world.owner("twin");
  await exchanged(twin, [
    {
      name: "shelf.create",
      args: newShelf({ id: hers.shelf, name: "Twin" }),
    },
    {
      name: "item.create",
      args: {
        ...(await mutationCase("item.create").happy(world, twin)),
        id: hers.item,
        shelfId: hers.shelf,
        categoryIds: [],
      },
    },
  ]);
  const read = async (route: Route) => (await sendChecked(world, route, twin, {})).json;
  const nothing = { total: 0, change: "0%" };
  expect(await read(analyticsRoutes.summary)).toEqual({
    views: nothing,
    clicks: nothing,
    ctr: { total: "0%", change: "0%" },
  });
  expect((await read(analyticsRoutes.shelves)) as object).toMatchObject({
    [hers.shelf]: { views: 0, clicks: 0, ctr: "0%" },
  });
  expect(
    ((await read(analyticsRoutes.popularItems)) as { clicks: number }[]).filter(({ clicks }) => clicks > 0),
  ).toEqual([]);
  expect(
    ((await read(analyticsRoutes.activities)) as { type: string }[]).filter(({ type }) => type !== "add"),
  ).toEqual([]);
  expect(
    (await clicksOfItems(world.server.services.db.reader, twin.userId, [hers.item])).get(hers.item),
  ).toBeUndefined();
  expect(
    ((await read(analyticsRoutes.series)) as { views: number; clicks: number }[]).filter(
      ({ views, clicks }) => views + clicks > 0,
    ),
  ).toEqual([]);
});

test("One owner's uploads use none of another's space, and are theirs to want", async () => {
  const {
    db: { writer },
  } = world.server.services;
  const bytes = await picture("png", { width: 8, height: 8 });
  const params = { sha256: sha256Of(bytes) };
  const upload = (owner: Owner) =>
    sendChecked(world, syncRoutes.putBlob, owner, {
      params,
      body: bytes,
      headers: { "X-User": owner.userId },
    });
  await upload(ada);
  await writer
    .updateTable("blob")
    .set({ bytes: ACCOUNT_PICTURES_MAX_BYTES, unused_since: 1 })
    .where("user_id", "=", ada.userId)
    .execute();
  const before = await rowsOfAda();
  expect((await upload(eve)).status).toBe(204);
  await writer.updateTable("blob").set({ unused_since: 1 }).where("user_id", "=", eve.userId).execute();
  expect(
    (await sendChecked(world, syncRoutes.hasBlob, eve, { params, headers: { "X-User": eve.userId } })).status,
  ).toBe(204);
  expect(await rowsOfAda()).toEqual(before);
});

test("A picture is public to all who know its address, and belongs only to the account that uploaded it", async () => {
  const has = async (owner: Owner) =>
    (
      await sendChecked(world, syncRoutes.hasBlob, owner, {
        params: { sha256: hers.picture },
        headers: { "X-User": owner.userId },
      })
    ).status;
  expect([await has(ada), await has(eve)]).toEqual([204, 404]);
  expect((await world.visitor.get(picturePath(hers.picture, 320))).status).toBe(200);
});

test("A stream reports only the owner's own changes", async () => {
  const reader = (await eve.browser.get("/api/sync/events")).body?.getReader();
  await reader?.read();
  await sendChecked(world, shelfRoutes.create, ada, { body: { name: HERS } });
  await sendChecked(world, shelfRoutes.create, eve, { body: { name: "Own" } });
  const poke = await reader?.read();
  expect(new TextDecoder().decode(poke?.value)).toContain("event: poke");
  await eve.browser.post("/api/auth/logout");
  expect((await reader?.read())?.done).toBe(true);
  await world.signedInAgain(eve);
});

test("A click on one page never counts for another's item", async () => {
  const before = await rowsOfAda();
  expect((await visit(world, eve, hers.item)).status).toBe(204);
  expect(await rowsOfAda()).toEqual(before);
});

test("One owner's pictures, used or not, do not count for another", async () => {
  const { reader } = world.server.services.db;
  const twin = await world.owner();
  const own = await world.make(twin, "picture");
  expect(
    (await picturesAfter(reader, twin.userId, { after: "", limit: 10 })).map(({ sha256 }) => sha256),
  ).toEqual([own]);
  expect([...(await pictureShapes(reader, twin.userId, [own, hers.picture])).keys()]).toEqual([own]);
  await exchanged(ada, [{ name: "item.delete", args: { id: hers.item } }]);
  const allUsed = async (userId: string) => {
    const used: string[] = [];
    for await (const some of usedPictures(reader, userId)) used.push(...some);
    return used;
  };
  expect(await allUsed(twin.userId)).toEqual([]);
  expect(await allUsed(ada.userId)).toContain(hers.picture);
});

async function furnish(owner: Owner): Promise<typeof hers> {
  const { browser } = owner;
  const made = async (answer: Promise<Response>) => ((await (await answer).json()) as { id: string }).id;
  const picture = await world.make(owner, "picture");
  const shelf = await made(browser.post("/api/shelves", { name: HERS, description: HERS }));
  const category = await made(browser.post(`/api/shelves/${shelf}/categories`, { name: HERS }));
  const item = await made(
    browser.form("POST", `/api/shelves/${shelf}/items`, {
      ...Object.fromEntries(ITEM_TEXTS.map((field) => [field, HERS])),
      url: `https://${HERS}.example/`,
      categories: JSON.stringify([category]),
    }),
  );
  await exchanged(owner, [
    { name: "item.update", args: { id: item, patch: { picture }, was: {} } },
    {
      name: "profile.update",
      args: { patch: { displayName: HERS, title: HERS, bio: HERS, location: HERS, picture }, was: {} },
    },
    { name: "social-link.set", args: { id: "github", value: HERS, position: "a0" } },
    { name: "appearance.update", args: { patch: { customCss: `.${HERS} {}` }, was: {} } },
    { name: "onboarding.complete", args: { answers: { goal: "business" } } },
  ]);
  const gone = await made(browser.post("/api/shelves", { name: `${HERS}, deleted` }));
  await browser.delete(`/api/shelves/${gone}`);
  await visit(world, owner, item);
  expect((await rowsOf(world.server.services.db.reader, owner.userId)).analytics_day).toContainEqual(
    expect.objectContaining({ clicks: 1 }),
  );
  return { picture, shelf, category, item, gone };
}

async function exchanged(
  owner: Owner,
  changes: { name: MutationName; args: unknown }[],
): Promise<SyncResponse> {
  const ask = async (request: object) => {
    const body = {
      schema: SYNC_SCHEMA,
      clientId: owner.clientId,
      epoch: null,
      cursor: 0,
      ack: 0,
      pull: false,
      mutations: [],
      ...request,
    };
    return (
      await sendChecked(world, syncRoutes.exchange, owner, { body, headers: { "X-User": owner.userId } })
    ).json as SyncResponse;
  };
  const { epoch, lastMid } = await ask({});
  const mutations: SentMutation[] = changes.map(({ name, args }, at) => ({
    mid: lastMid + 1 + at,
    name,
    v: MUTATORS[name].v,
    args,
  }));
  return ask({
    epoch,
    ack: lastMid,
    pull: true,
    mutations: mutations.length > 0 ? mutations : [{ mid: lastMid + 1, name: NO_OP, v: 1, args: {} }],
  });
}
