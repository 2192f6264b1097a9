import type { RejectedEntry } from "#local-store/schema";

const PLACES = ["patch", "answers"] as const;

type Values = Readonly<Record<string, unknown>>;
type Args = Values & { was?: Values };

const argsOf = ({ args }: Pick<RejectedEntry, "args">) => (args ?? {}) as Args;
const placeIn = (args: Args) => PLACES.find((place) => args[place] != null);

export function changedValues(entry: Pick<RejectedEntry, "args">): Values {
  const args = argsOf(entry);
  const place = placeIn(args);
  return place ? (args[place] as Values) : args;
}

export const isOfParts = (entry: Pick<RejectedEntry, "args">): boolean =>
  placeIn(argsOf(entry)) !== undefined;

export function argsWith(entry: Pick<RejectedEntry, "args">, values: Values): Values {
  const args = argsOf(entry);
  const place = placeIn(args);
  if (!place) return values;
  const was = args.was && Object.fromEntries(Object.entries(args.was).filter(([field]) => field in values));
  return { ...args, [place]: values, ...(was ? { was } : {}) };
}

export function categoryEdit(entry: Pick<RejectedEntry, "args">): {
  add: readonly string[];
  remove: readonly string[];
} {
  const { add = [], remove = [] } = (argsOf(entry)["categories"] ?? {}) as {
    add?: string[];
    remove?: string[];
  };
  return { add, remove };
}
