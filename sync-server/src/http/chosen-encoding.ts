import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const ENCODINGS = ["br", "gzip"] as const;

export type Encoding = (typeof ENCODINGS)[number];

const chosen = new LRUCache<string, { encoding: Encoding | null }>({ max: 64 });
const LONGEST_REMEMBERED = 128;

export function chosenEncoding(header = ""): Encoding | null {
  const known = chosen.get(header);
  if (known) return known.encoding;
  const encoding = choose(header);
  if (header.length <= LONGEST_REMEMBERED) chosen.set(header, { encoding });
  return encoding;
}

function choose(header: string): Encoding | null {
  const accepted = new Negotiator({ headers: { "accept-encoding": header } }).encodings(ENCODINGS);
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? null;
}
