import { ALL_ROUTES } from "@shelv/contract/routes/all";
import type { Route } from "@shelv/contract/routes/route";
import type { Arbitrary } from "fast-check";
import type { Browser } from "#testing/browser";
import type { Answer } from "./answer.ts";
import type { Owner, OwnedKind, World } from "./world.ts";

export type Sending = {
  by?: Browser;
  params?: Record<string, string>;
  query?: Record<string, string>;
  tail?: string;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/**
 * Beyond the contract: all refusals (visitors, other owners' ids, wrong and oversized bodies, other sites)
 * follow from that and the successful call.
 */
export type RouteCase = {
  happy: (world: World, owner: Owner) => Sending | Promise<Sending>;
  /**
   * By a parameter's name, or a field's path in the body ("body.shelfId"); null if the id refers to nothing.
   */
  ids?: Record<string, OwnedKind | null>;
  /** Another owner's id is ignored there and the rest done. */
  leavesOut?: string[];
  isPromised?: (answer: Answer) => boolean;
  /** Other sites may send writes that carry their own proof. */
  isForAnySite?: boolean;
  holdsAddress?: boolean;
  /**
   * Generated fields of the body; null generates by the schema. Others stay as in the successful call.
   * Default: all.
   */
  drawn?: Record<string, Arbitrary<unknown> | null>;
  queries?: Arbitrary<Record<string, string>>;
  /** Makes the generated call consistent with the successful one. */
  finish?: (drawn: Sending, happy: Sending) => Sending;
};

export const keyOf = ({ method, path }: Route) => `${method} ${path}`;

export function routeOf(key: string): Route {
  const route = ALL_ROUTES.find((route) => keyOf(route) === key);
  if (!route) throw new Error(`The contract has no ${key}`);
  return route;
}
