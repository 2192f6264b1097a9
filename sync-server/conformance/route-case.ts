import { ALL_ROUTES } from "@shelv/contract/routes/all";
import type { Route } from "@shelv/contract/routes/route";
import type { Arbitrary } from "fast-check";
import type { Browser } from "#testing/browser";
import type { Answer } from "./answer.ts";
import type { Owner, OwnedKind, World } from "./world.ts";

/** The route decides its encoding. */
export type Sending = {
  /** The browser that calls. Default: the owner's own. */
  by?: Browser;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** A text that is appended to the path. */
  tail?: string;
  /** A method in place of the route's own. */
  method?: string;
  /** The body: JSON, the fields of a form (blobs are its files), or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
};

/**
 * Beyond the contract: all refusals (visitors, other owners' ids, wrong and oversized bodies, other sites)
 * follow from that and the successful call.
 */
export type RouteCase = {
  /** A call that succeeds, and creates what it needs. */
  happy: (world: World, owner: Owner) => Sending | Promise<Sending>;
  /**
   * The kinds of ids by a parameter's name, or a field's path in the body ("body.shelfId"); null if the id
   * refers to nothing.
   */
  ids?: Record<string, OwnedKind | null>;
  /** Another owner's id is ignored there and the rest done. */
  leavesOut?: string[];
  /** Whether an answer is as promised, beyond the contract. */
  isPromised?: (answer: Answer) => boolean;
  /** Other sites may send writes that carry their own proof. */
  isForAnySite?: boolean;
  /** The owner's sign-in address may be in the answer. */
  holdsAddress?: boolean;
  /**
   * Generated fields of the body; null generates by the schema. The others stay as in the successful call.
   * Default: all.
   */
  drawn?: Record<string, Arbitrary<unknown> | null>;
  /** Generated queries; default: by the schema. */
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
