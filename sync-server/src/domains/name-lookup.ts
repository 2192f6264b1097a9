/** "No record" is an answer; a failed lookup is not. */
import { Resolver } from "node:dns/promises";
import type { Records, Target } from "./verify-dns.ts";

export const TOKEN_LABEL = "_shelv";

const TIMEOUT_MS = 2000;
const TRIES = 2;
const TARGET_TTL_MS = 10 * 60_000;
const TARGET_RETRY_MS = 30_000;
/** "No record"; other codes mean "lookup failed". */
const NONE = new Set(["ENOTFOUND", "ENODATA"]);

type NameLookupOptions = {
  servers: string[] | null;
  targetName: string;
  now: () => Date;
  timeoutMs?: number;
};

export class NameLookup {
  readonly #resolver: Resolver;
  readonly #targetName: string;
  readonly #now: () => Date;
  #target: { addresses: string[] | null; askAgainMs: number } = { addresses: null, askAgainMs: 0 };

  constructor({ servers, targetName, now, timeoutMs = TIMEOUT_MS }: NameLookupOptions) {
    this.#resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
    if (servers) this.#resolver.setServers(servers);
    this.#targetName = targetName;
    this.#now = now;
  }

  /** Null if any lookup failed: a partial answer would turn the missing part into a "no". */
  async recordsOf(name: string): Promise<Records | null> {
    const [texts, aliases, addresses] = await Promise.all([
      answered(this.#resolver.resolveTxt(`${TOKEN_LABEL}.${name}`)),
      answered(this.#resolver.resolveCname(name)),
      this.#addressesOf(name),
    ]);
    if (texts === null || aliases === null || addresses === null) return null;
    return { texts: texts.map((pieces) => pieces.join("")), aliases, addresses };
  }

  /** The last known addresses are used while lookups fail. */
  async target(): Promise<Target> {
    const nowMs = this.#now().getTime();
    if (nowMs >= this.#target.askAgainMs) {
      const found = await this.#addressesOf(this.#targetName);
      const addresses = found !== null && found.length > 0 ? found : null;
      this.#target = {
        addresses: addresses ?? this.#target.addresses,
        askAgainMs: nowMs + (addresses ? TARGET_TTL_MS : TARGET_RETRY_MS),
      };
    }
    return { name: this.#targetName, addresses: this.#target.addresses };
  }

  async #addressesOf(name: string): Promise<string[] | null> {
    const [four, six] = await Promise.all([
      answered(this.#resolver.resolve4(name)),
      answered(this.#resolver.resolve6(name)),
    ]);
    return four === null || six === null ? null : [...four, ...six];
  }

  close(): void {
    this.#resolver.cancel();
  }
}

async function answered<T>(question: Promise<T[]>): Promise<T[] | null> {
  try {
    return await question;
  } catch (error) {
    return NONE.has((error as NodeJS.ErrnoException).code ?? "") ? [] : null;
  }
}
