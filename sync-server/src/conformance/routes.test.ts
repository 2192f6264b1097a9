/**
 * The route table of the contract, held against the server: each route's success, and each "no" that the contract implies.
 * A route without a case fails here.
 */
import type { RefusalCode } from "@shelv/contract/refusal";
import { ALL_ROUTES } from "@shelv/contract/routes/all";
import { JSON_MAX_BYTES, type Route } from "@shelv/contract/routes/route";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isSuccess, told } from "./answer.ts";
import { ALL_CASES, caseOf } from "./cases/all-cases.ts";
import { idPlaces, withIdAt } from "./id-places.ts";
import { keyOf, type Sending } from "./route-case.ts";
import { CONTENT_TYPES, type OwnedKind, type Owner, World } from "./world.ts";
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

test("Every id that the contract takes is one that the case knows the kind of", () => {
  for (const route of ALL_ROUTES) {
    expect([keyOf(route), Object.keys(caseOf(keyOf(route)).ids ?? {}).toSorted()]).toEqual([
      keyOf(route),
      idPlaces(route).toSorted(),
    ]);
  }
});

test.each(routes(() => true))(
  "$key answers what the contract promises, nothing beside, and no sign-in address",
  async ({ route }) => {
    expect(isSuccess(await world.send(route, ada, await happy(route)))).toBe(true);
  },
);

test.each(routes(({ access }) => access !== "anyone"))(
  "$key refuses whoever is not signed in",
  async ({ route }) => {
    const sending = await happy(route);
    const forged = world.server.browser();
    forged.cookies.set("shelv-session", "A".repeat(43));
    for (const by of [world.server.browser(), forged])
      expect(told(await world.send(route, ada, { ...sending, by }))).toBe(no(route, 401, "signed-out"));
  },
);

test.each(routes(({ access }) => access === "owner"))(
  "$key refuses whoever has no username yet",
  async ({ route }) => {
    const sending = await happy(route);
    const unclaimed = await world.newcomer();
    expect(told(await world.send(route, ada, { ...sending, by: unclaimed }))).toBe(
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
  "$key leaves $place of somebody else out",
  async ({ route, place, kind }) => {
    const foreign = await world.some(eve, kind);
    const answer = await world.send(route, ada, withIdAt(await happy(route), place, foreign));
    expect(isSuccess(answer)).toBe(true);
    expect(answer.text).not.toContain(foreign);
  },
);

test.each(idsOf.filter(({ isLeftOut }) => !isLeftOut))(
  "$key answers to $place of somebody else as to one of nobody: not found",
  async ({ route, place, kind }) => {
    const sending = await happy(route);
    const foreign = await world.send(route, ada, withIdAt(sending, place, await world.some(eve, kind)));
    const unknown = await world.send(route, ada, withIdAt(sending, place, UNKNOWN[kind]));
    expect(foreign.status).toBe(404);
    expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
  },
);

test.each(routes(({ body }) => hasFields(body)))(
  "$key says which field it does not take",
  async ({ route }) => {
    const right = await happy(route);
    const wrong = wrongBodies(route, right.body as object);
    expect(wrong).not.toEqual([]);
    for (const { why, field, body } of wrong) {
      const answer = await world.send(route, ada, { ...right, body });
      expect([why, told(answer)]).toEqual([why, "400 invalid"]);
      const { issues } = answer.json as { issues: { path: string }[] };
      const isIt = (path: string) => path === field || path.startsWith(`${field}.`);
      expect([why, issues.length > 0]).toEqual([why, true]);
      expect(issues.map(({ path }) => path).filter((path) => !isIt(path))).toEqual([]);
    }
  },
);

test.each(routes(({ query }) => query !== undefined))(
  "$key refuses a query that it does not understand",
  async ({ route }) => {
    const sending = await happy(route);
    for (const name of Object.keys(sending.query ?? {})) {
      for (const value of ["", "-1", "1.5", "x", "1e9", "\u0000", "[object Object]"]) {
        expect([
          name,
          value,
          told(await world.send(route, ada, { ...sending, query: { ...sending.query, [name]: value } })),
        ]).toEqual([name, value, "400 invalid"]);
      }
    }
  },
);

test.each(routes(isJson))(
  "$key refuses what is no JSON object, and does not say to be one",
  async ({ route }) => {
    const right = await happy(route);
    const typed = (type: string, body: Uint8Array) => ({
      ...right,
      body,
      headers: { ...right.headers, "Content-Type": type },
    });
    for (const [why, body] of Object.entries(NOT_JSON)) {
      expect([why, told(await world.send(route, ada, typed("application/json", body)))]).toEqual([
        why,
        "400 invalid",
      ]);
    }
    const body = new TextEncoder().encode(JSON.stringify(right.body));
    const others = route.encoding === "beacon" ? [] : ["text/plain", "text/ping"];
    for (const type of [
      ...others,
      "",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      expect([type, told(await world.send(route, ada, typed(type, body)))]).toEqual([
        type,
        "415 wrong-content-type",
      ]);
    }
  },
);

test.each(routes(({ encoding }) => encoding === "multipart"))(
  "$key refuses what is no form",
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
        const answer = await world.send(route, ada, {
          ...right,
          body,
          headers: { ...right.headers, "Content-Type": type },
        });
        expect([type, why, told(answer)]).toEqual([type, why, refusal]);
      }
    }
  },
);

const formsWithFiles = routes(({ encoding }) => encoding === "multipart");
test.each(formsWithFiles)(
  "$key refuses files that are no picture, or none that is whole",
  async ({ route }) => {
    const right = await happy(route);
    const fields = right.body as Record<string, unknown>;
    const file = Object.keys(fields).find((name) => fields[name] instanceof Blob) ?? "";
    for (const [why, { bytes, refusal }] of Object.entries(await noPictures())) {
      const body = { ...fields, [file]: new Blob([bytes], { type: "image/png" }) };
      expect([why, told(await world.send(route, ada, { ...right, body }))]).toEqual([why, refusal]);
    }
  },
);

test.each(routes(({ body, encoding }) => body !== undefined || encoding === "bytes"))(
  "$key refuses more than it takes, said or not",
  async ({ route }) => {
    const right = await happy(route);
    const headers = { ...right.headers, "Content-Type": CONTENT_TYPES[route.encoding ?? "json"] };
    const maxBytes = route.maxBytes ?? JSON_MAX_BYTES;
    expect(
      told(await world.send(route, ada, { ...right, headers, body: new Uint8Array(maxBytes + 1) })),
    ).toBe("413 too-large");
    const said = { ...headers, "Content-Length": String(maxBytes + 1) };
    expect(told(await world.send(route, ada, { ...right, headers: said, body: new Uint8Array(1) }))).toBe(
      "413 too-large",
    );
  },
);

test.each(routes((route) => isWrite(route) && !ALL_CASES[keyOf(route)]?.isForAnySite))(
  "$key refuses other sites' pages",
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
      expect([origin, told(await world.send(route, ada, from({ Origin: origin })))]).toEqual([
        origin,
        "403 wrong-origin",
      ]);
    }
  },
);

/** What a refusal tells; to HEAD its status alone. */
const no = ({ method }: Route, status: number, code: RefusalCode) =>
  method === "HEAD" ? String(status) : `${status} ${code}`;

const UNKNOWN: Record<OwnedKind, string> = {
  shelf: "01a1fc6d-b2b5-746d-8918-a634e34b0c70",
  item: "01a1fc6d-b2b5-746d-8918-a634e34b0c71",
  category: "01a1fc6d-b2b5-746d-8918-a634e34b0c72",
  picture: "0".repeat(64),
};
