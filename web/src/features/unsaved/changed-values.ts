import type { RejectedEntry } from "#local-store/local-store";

/** Where a change keeps what it sets: an edit in its patch, the setup in its answers, and everything else in its arguments themselves. */
const PLACES = ["patch", "answers"] as const;

type Values = Readonly<Record<string, unknown>>;
type Args = Values & { was?: Values };

const argsOf = ({ args }: Pick<RejectedEntry, "args">) => (args ?? {}) as Args;
const placeIn = (args: Args) => PLACES.find((place) => args[place] != null);

/** As an older or newer build may have made them. */
export function valuesOf(entry: Pick<RejectedEntry, "args">): Values {
  const args = argsOf(entry);
  const place = placeIn(args);
  return place ? (args[place] as Values) : args;
}

/** Whether each of its values may be left out, and the rest still be a change. */
export const isOfParts = (entry: Pick<RejectedEntry, "args">): boolean =>
  placeIn(argsOf(entry)) !== undefined;

/** The arguments with other values in the place of the first. */
export function argsWith(entry: Pick<RejectedEntry, "args">, values: Values): Values {
  const args = argsOf(entry);
  const place = placeIn(args);
  if (!place) return values;
  const was = args.was && Object.fromEntries(Object.entries(args.was).filter(([field]) => field in values));
  return { ...args, [place]: values, ...(was ? { was } : {}) };
}

/** The categories that an edit puts its item into, and takes it out of; they stand beside its patch. */
export function sortedIn(entry: Pick<RejectedEntry, "args">): {
  add: readonly string[];
  remove: readonly string[];
} {
  const { add = [], remove = [] } = (argsOf(entry)["categories"] ?? {}) as {
    add?: string[];
    remove?: string[];
  };
  return { add, remove };
}
