/**
 * The server against the contract's route table: each route's success, and each refusal that the contract
 * implies. A route without a case fails here.
 */
import type { RefusalCode } from "@shelv/contract/refusal";
import { ALL_ROUTES } from "@shelv/contract/routes/all";
import { JSON_MAX_BYTES, type Route } from "@shelv/contract/routes/route";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isSuccess, outcomeOf } from "./answer.ts";
import { ALL_CASES, caseOf } from "./cases/all-cases.ts";
import { idPlaces, withIdAt } from "./id-places.ts";
import { keyOf, type Sending } from "./route-case.ts";
import { CONTENT_TYPES, sendChecked } from "./send-checked.ts";
import { type OwnedKind, type Owner, World } from "./world.ts";
import { hasFields, NOT_A_FORM, NOT_JSON, noPictures, wrongBodies } from "./wrong-bodies.ts";

let world: World;
let ada: Owner;
let eve: Owner;

beforeAll(async () => {
  world = await World.open();
  [ada, eve] = [await world.owner("ada"), await world.owner("eve")];
});
afterAll(() => world.server.close());

const routes = (picks: (route: Route) => boolean) =>
  ALL_ROUTES.filter(picks).map((route) => ({ key: keyOf(route), route }));
const happy = async (route: Route, owner = ada): Promise<Sending> => caseOf(keyOf(route)).happy(world, owner);
const isWrite = ({ method }: Route) => method !== "GET" && method !== "HEAD";
const isJson = ({ body, encoding = "json" }: Route) =>
  body !== undefined && (encoding === "json" || encoding === "beacon");

test("Every route has a case, and every case a route", () => {
  expect(Object.keys(ALL_CASES).toSorted()).toEqual(ALL_ROUTES.map(keyOf).toSorted());
});

test("The case knows the kind of every id that the contract takes", () => {
  for (const route of ALL_ROUTES) {
    expect([keyOf(route), Object.keys(caseOf(keyOf(route)).ids ?? {}).toSorted()]).toEqual([
      keyOf(route),
      idPlaces(route).toSorted(),
    ]);
  }
});

test.each(routes(() => true))(
  "$key answers as the contract promises, nothing more, and no sign-in address",
  async ({ route }) => {
    expect(isSuccess(await sendChecked(world, route, ada, await happy(route)))).toBe(true);
  },
);

test.each(routes(({ access }) => access !== "anyone"))(
  "$key refuses a visitor who is not signed in",
  async ({ route }) => {
    const sending = await happy(route);
    const forged = world.server.browser();
    forged.cookies.set("shelv-session", "A".repeat(43));
    for (const by of [world.server.browser(), forged])
      expect(outcomeOf(await sendChecked(world, route, ada, { ...sending, by }))).toBe(
        no(route, 401, "signed-out"),
      );
  },
);

test.each(routes(({ access }) => access === "owner"))(
  "$key refuses a user without a username",
  async ({ route }) => {
    const sending = await happy(route);
    const unclaimed = await world.newcomer();
    expect(outcomeOf(await sendChecked(world, route, ada, { ...sending, by: unclaimed }))).toBe(
      no(route, 403, "username-missing"),
    );
  },
);

const idsOf = ALL_ROUTES.flatMap((route) => {
  const { ids = {}, leavesOut = [] } = caseOf(keyOf(route));
  return Object.entries(ids).flatMap(([place, kind]) =>
    kind ? [{ key: keyOf(route), route, place, kind, isLeftOut: leavesOut.includes(place) }] : [],
  );
});

test.each(idsOf.filter(({ isLeftOut }) => isLeftOut))(
  "$key ignores another owner's $place",
  async ({ route, place, kind }) => {
    const foreign = await world.some(eve, kind);
    const answer = await sendChecked(world, route, ada, withIdAt(await happy(route), place, foreign));
    expect(isSuccess(answer)).toBe(true);
    expect(answer.text).not.toContain(foreign);
  },
);

test.each(idsOf.filter(({ isLeftOut }) => !isLeftOut))(
  "$key answers to another owner's $place as to an unknown one: not found",
  async ({ route, place, kind }) => {
    const sending = await happy(route);
    const foreign = await sendChecked(
      world,
      route,
      ada,
      withIdAt(sending, place, await world.some(eve, kind)),
    );
    const unknown = await sendChecked(world, route, ada, withIdAt(sending, place, UNKNOWN[kind]));
    expect(foreign.status).toBe(404);
    expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
  },
);

test.each(routes(({ body }) => hasFields(body)))("$key names the invalid field", async ({ route }) => {
  const right = await happy(route);
  const wrong = wrongBodies(route, right.body as object);
  expect(wrong).not.toEqual([]);
  for (const { why, field, body } of wrong) {
    const answer = await sendChecked(world, route, ada, { ...right, body });
    expect([why, outcomeOf(answer)]).toEqual([why, "400 invalid"]);
    const { issues } = answer.json as { issues: { path: string }[] };
    const isIt = (path: string) => path === field || path.startsWith(`${field}.`);
    expect([why, issues.length > 0]).toEqual([why, true]);
    expect(issues.map(({ path }) => path).filter((path) => !isIt(path))).toEqual([]);
  }
});

test.each(routes(({ query }) => query !== undefined))("$key refuses an invalid query", async ({ route }) => {
  const sending = await happy(route);
  for (const name of Object.keys(sending.query ?? {})) {
    for (const value of ["", "-1", "1.5", "x", "1e9", "\u0000", "[object Object]"]) {
      expect([
        name,
        value,
        outcomeOf(
          await sendChecked(world, route, ada, { ...sending, query: { ...sending.query, [name]: value } }),
        ),
      ]).toEqual([name, value, "400 invalid"]);
    }
  }
});

test.each(routes(isJson))(
  "$key refuses a body that is not a JSON object, or not declared as one",
  async ({ route }) => {
    const right = await happy(route);
    const typed = (type: string, body: Uint8Array) => ({
      ...right,
      body,
      headers: { ...right.headers, "Content-Type": type },
    });
    for (const [why, body] of Object.entries(NOT_JSON)) {
      expect([why, outcomeOf(await sendChecked(world, route, ada, typed("application/json", body)))]).toEqual(
        [why, "400 invalid"],
      );
    }
    const body = new TextEncoder().encode(JSON.stringify(right.body));
    const others = route.encoding === "beacon" ? [] : ["text/plain", "text/ping"];
    for (const type of [
      ...others,
      "",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      expect([type, outcomeOf(await sendChecked(world, route, ada, typed(type, body)))]).toEqual([
        type,
        "415 wrong-content-type",
      ]);
    }
  },
);

test.each(routes(({ encoding }) => encoding === "multipart"))(
  "$key refuses a body that is not a form",
  async ({ route }) => {
    const right = await happy(route);
    const types = {
      "multipart/form-data; boundary=x": "400 invalid",
      "multipart/form-data": "400 invalid",
      "application/json": "415 wrong-content-type",
      "": "415 wrong-content-type",
    };
    for (const [type, refusal] of Object.entries(types)) {
      for (const [why, body] of Object.entries(NOT_A_FORM)) {
        const answer = await sendChecked(world, route, ada, {
          ...right,
          body,
          headers: { ...right.headers, "Content-Type": type },
        });
        expect([type, why, outcomeOf(answer)]).toEqual([type, why, refusal]);
      }
    }
  },
);

const formsWithFiles = routes(({ encoding }) => encoding === "multipart");
test.each(formsWithFiles)("$key refuses files that are not pictures, or incomplete", async ({ route }) => {
  const right = await happy(route);
  const fields = right.body as Record<string, unknown>;
  const file = Object.keys(fields).find((name) => fields[name] instanceof Blob) ?? "";
  for (const [why, { bytes, refusal }] of Object.entries(await noPictures())) {
    const body = { ...fields, [file]: new Blob([bytes], { type: "image/png" }) };
    expect([why, outcomeOf(await sendChecked(world, route, ada, { ...right, body }))]).toEqual([
      why,
      refusal,
    ]);
  }
});

test.each(routes(({ body, encoding }) => body !== undefined || encoding === "bytes"))(
  "$key refuses a body above its limit, declared or not",
  async ({ route }) => {
    const right = await happy(route);
    const headers = { ...right.headers, "Content-Type": CONTENT_TYPES[route.encoding ?? "json"] };
    const maxBytes = route.maxBytes ?? JSON_MAX_BYTES;
    expect(
      outcomeOf(
        await sendChecked(world, route, ada, { ...right, headers, body: new Uint8Array(maxBytes + 1) }),
      ),
    ).toBe("413 too-large");
    const said = { ...headers, "Content-Length": String(maxBytes + 1) };
    expect(
      outcomeOf(await sendChecked(world, route, ada, { ...right, headers: said, body: new Uint8Array(1) })),
    ).toBe("413 too-large");
  },
);

test.each(routes((route) => isWrite(route) && !ALL_CASES[keyOf(route)]?.isForAnySite))(
  "$key refuses pages of other sites",
  async ({ route }) => {
    const sending = await happy(route);
    const from = (headers: Record<string, string>) => ({
      ...sending,
      headers: { ...sending.headers, ...headers },
    });
    for (const origin of [
      "https://evil.example",
      "null",
      "http://localhost:3000.evil.example",
      "http://localhost:3001",
    ]) {
      expect([origin, outcomeOf(await sendChecked(world, route, ada, from({ Origin: origin })))]).toEqual([
        origin,
        "403 wrong-origin",
      ]);
    }
  },
);

const no = ({ method }: Route, status: number, code: RefusalCode) =>
  method === "HEAD" ? String(status) : `${status} ${code}`;

const UNKNOWN: Record<OwnedKind, string> = {
  shelf: "01a1fc6d-b2b5-746d-8918-a634e34b0c70",
  item: "01a1fc6d-b2b5-746d-8918-a634e34b0c71",
  category: "01a1fc6d-b2b5-746d-8918-a634e34b0c72",
  picture: "0".repeat(64),
};
