import type { Route } from "@shelv/contract/routes/route";
import { id } from "@shelv/contract/values/id";
import { pictureSha } from "@shelv/contract/rows/picture";
import { ALL_ROUTES } from "@shelv/contract/routes/all";
import * as fc from "fast-check";
import type * as v from "valibot";
import { arbitraryOf } from "./arbitrary-of.ts";
import { caseOf } from "./cases/all-cases.ts";
import { Pick } from "./pick.ts";
import { keyOf } from "./route-case.ts";
import { type RequestVariant, requestVariant } from "./request-variant.ts";

export type FuzzStep = {
  route: string;
  who: 0 | 1;
  picks: number[];
  query: Record<string, string> | null;
  fields: Record<string, unknown>;
  variants: RequestVariant[];
};

const nth = fc.nat({ max: 50 });
const pick = fc
  .oneof({ weight: 3, arbitrary: fc.constantFrom(0, 1, 2) }, { weight: 1, arbitrary: nth })
  .map((at) => new Pick(at));

const variants = fc.oneof(
  { weight: 3, arbitrary: fc.constant<RequestVariant[]>([]) },
  { weight: 2, arbitrary: fc.array(requestVariant, { minLength: 1, maxLength: 2 }) },
);

export const fuzzStep: fc.Arbitrary<FuzzStep> = fc.oneof(...ALL_ROUTES.map(stepOf));

function stepOf(route: Route): fc.Arbitrary<FuzzStep> {
  return fc.record({
    route: fc.constant(keyOf(route)),
    who: fc.constantFrom<0 | 1>(0, 1),
    picks: fc.array(nth, { minLength: 2, maxLength: 2 }),
    fields: fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 4, arbitrary: fieldsOf(route) }),
    query: route.query ? fc.option(queriesOf(route, route.query)) : fc.constant(null),
    variants,
  });
}

function queriesOf(route: Route, schema: v.GenericSchema): fc.Arbitrary<Record<string, string>> {
  return caseOf(keyOf(route)).queries ?? (arbitraryOf(schema) as fc.Arbitrary<Record<string, string>>);
}

function fieldsOf(route: Route): fc.Arbitrary<Record<string, unknown>> {
  const { drawn, ids = {} } = caseOf(keyOf(route));
  if (route.body === undefined || (drawn && Object.keys(drawn).length === 0)) return fc.constant({});
  const whole = arbitraryOf(route.body, (schema: v.GenericSchema, at) => {
    if (drawn?.[at]) return drawn[at];
    return (schema === id || schema === pictureSha) && ids[`body.${at}`] ? pick : undefined;
  }) as fc.Arbitrary<Record<string, unknown>>;
  if (!drawn) return whole;
  return whole.map((fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => name in drawn)));
}
