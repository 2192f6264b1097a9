import { ALL_ROUTES } from "@shelv/contract/routes/all";
import type { Route } from "@shelv/contract/routes/route";
import type { Arbitrary } from "fast-check";
import type { Browser } from "#testing/browser";
import type { Answer } from "./answer.ts";
import type { Owner, OwnedKind, World } from "./world.ts";

/** What is sent to a route; how the body travels is the route's own business. */
export type Sending = {
  /** The owner's own browser when it is left out. */
  by?: Browser;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** What else stands after the path. */
  tail?: string;
  /** Instead of the route's own. */
  method?: string;
  /** JSON, the fields of a form (blobs are its files), or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
};

/**
 * What the tests have to know of a route and cannot read in the contract. All that is refused (visitors, strangers' ids,
 * wrong and oversized bodies, other sites) follows from the contract and the call that succeeds.
 */
export type RouteCase = {
  /** A call of this owner that succeeds; makes first what it needs. */
  happy: (world: World, owner: Owner) => Sending | Promise<Sending>;
  /** Of what the ids are: by the name of a parameter, or by a field's path in the body ("body.shelfId"); null where it is nobody's. */
  ids?: Record<string, OwnedKind | null>;
  /** Those of these places where an id that is not the owner's is left out, and the rest done. */
  leavesOut?: string[];
  /** Whether a success is what it should be, where the contract cannot say it. */
  isPromised?: (answer: Answer) => boolean;
  /** Whether writes may come from other sites: the ones that prove themselves in another way. */
  isForAnySite?: boolean;
  /** Whether the owner's sign-in address may stand in the answer. */
  holdsAddress?: boolean;
  /**
   * The fields of the body that are drawn anew, where the rest has to stay as it is to succeed, each with what is drawn; a
   * null draws what the schema allows. All of them when it is left out.
   */
  drawn?: Record<string, Arbitrary<unknown> | null>;
  /** Makes what was drawn fit to what the call that succeeds says. */
  finish?: (drawn: Sending, happy: Sending) => Sending;
};

export const keyOf = ({ method, path }: Route) => `${method} ${path}`;

export function routeOf(key: string): Route {
  const route = ALL_ROUTES.find((route) => keyOf(route) === key);
  if (!route) throw new Error(`The contract has no ${key}`);
  return route;
}
