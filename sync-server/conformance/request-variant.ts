import * as fc from "fast-check";
import { hostileBody, hostileHeaders, hostileTail, hostileText, hostileValue } from "./hostile.ts";
import { withIdAt } from "./id-places.ts";
import type { Sending } from "./route-case.ts";
import type { OwnedKind, Owner, World } from "./world.ts";

/** A change to a request that may make a successful call fail. */
export type RequestVariant = { [D in keyof Details]: { do: D; with: Details[D] } }[keyof Details];

type Details = {
  "ask as": "a visitor" | "a newcomer" | "another owner";
  "name another's": number;
  "put in a parameter": { nth: number; value: string };
  "put in the query": { name: string; value: string };
  "put in a field": { nth: number; value: unknown };
  "drop a field": number;
  "add a field": { name: string; value: unknown };
  "send instead": { type: string; bytes: Uint8Array<ArrayBuffer> };
  "say in headers": Record<string, string>;
  "append to the path": string;
  "use the method": string;
};

const DRAWN: { [D in keyof Details]: { weight: number; arbitrary: fc.Arbitrary<Details[D]> } } = {
  "ask as": { weight: 1, arbitrary: fc.constantFrom("a visitor", "a newcomer", "another owner") },
  "name another's": { weight: 3, arbitrary: fc.nat({ max: 50 }) },
  "put in a parameter": { weight: 2, arbitrary: fc.record({ nth: fc.nat({ max: 5 }), value: hostileText }) },
  "put in the query": {
    weight: 1,
    arbitrary: fc.record({ name: fc.oneof(fc.constant("days"), hostileText), value: hostileText }),
  },
  "put in a field": { weight: 5, arbitrary: fc.record({ nth: fc.nat({ max: 20 }), value: hostileValue }) },
  "drop a field": { weight: 1, arbitrary: fc.nat({ max: 20 }) },
  "add a field": { weight: 1, arbitrary: fc.record({ name: hostileText, value: hostileValue }) },
  "send instead": { weight: 2, arbitrary: hostileBody },
  "say in headers": { weight: 2, arbitrary: hostileHeaders },
  "append to the path": { weight: 1, arbitrary: hostileTail },
  "use the method": { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "PUT", "POST", "PROPFIND") },
};

export const requestVariant = fc.oneof(
  ...Object.entries(DRAWN).map(([name, { weight, arbitrary }]) => ({
    weight,
    arbitrary: (arbitrary as fc.Arbitrary<unknown>).map(
      (detail) => ({ do: name, with: detail }) as RequestVariant,
    ),
  })),
);

type Around = {
  world: World;
  other: Owner;
  ids: Record<string, OwnedKind | null>;
  idOf: (owner: Owner, kind: OwnedKind, nth: number) => Promise<string>;
};

const DONE: {
  [D in keyof Details]: (sending: Sending, detail: Details[D], around: Around) => Sending | Promise<Sending>;
} = {
  "ask as": async (sending, who, { world, other }) => ({
    ...sending,
    by:
      who === "another owner" ? other.browser : who === "a visitor" ? world.visitor : await world.newcomer(),
  }),
  async "name another's"(sending, nth, { ids, other, idOf }) {
    const place = nthOf(
      Object.keys(ids).filter((place) => ids[place] && (!place.startsWith("body.") || fieldsOf(sending))),
      nth,
    );
    const kind = ids[place ?? ""];
    return place !== undefined && kind ? withIdAt(sending, place, await idOf(other, kind, nth)) : sending;
  },
  "put in a parameter"(sending, { nth, value }) {
    const name = nthOf(Object.keys(sending.params ?? {}), nth);
    return name === undefined ? sending : { ...sending, params: { ...sending.params, [name]: value } };
  },
  "put in the query": (sending, { name, value }) => ({
    ...sending,
    query: { ...sending.query, [name]: value },
  }),
  "put in a field": (sending, { nth, value }) =>
    changed(sending, (fields) => {
      const name = nthOf(Object.keys(fields), nth);
      return name === undefined ? fields : { ...fields, [name]: value };
    }),
  "drop a field": (sending, nth) =>
    changed(sending, (fields) => {
      const dropped = nthOf(Object.keys(fields), nth);
      return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== dropped));
    }),
  "add a field": (sending, { name, value }) => changed(sending, (fields) => ({ ...fields, [name]: value })),
  "send instead": (sending, { type, bytes }) => ({
    ...sending,
    body: bytes,
    headers: { ...sending.headers, "Content-Type": type },
  }),
  "say in headers": (sending, headers) => ({ ...sending, headers: { ...sending.headers, ...headers } }),
  "append to the path": (sending, tail) => ({ ...sending, tail }),
  "use the method": (sending, method) => ({ ...sending, method }),
};

export const withVariant = async (
  sending: Sending,
  { do: name, with: detail }: RequestVariant,
  around: Around,
): Promise<Sending> => DONE[name](sending, detail as never, around);

const nthOf = (names: string[], nth: number): string | undefined => names[nth % names.length];

function fieldsOf({ body }: Sending): Record<string, unknown> | null {
  return typeof body === "object" && body !== null && !(body instanceof Uint8Array)
    ? (body as Record<string, unknown>)
    : null;
}

function changed(
  sending: Sending,
  change: (fields: Record<string, unknown>) => Record<string, unknown>,
): Sending {
  const fields = fieldsOf(sending);
  return fields ? { ...sending, body: change(fields) } : sending;
}
