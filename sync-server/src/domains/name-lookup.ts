/** Questions to DNS. "There is none" is an answer; that nobody answers is not, and is never taken for one. */
import { Resolver } from "node:dns/promises";
import type { Records, Target } from "./judge-records.ts";

/** The label before a domain under which its token stands. */
export const TOKEN_LABEL = "_shelv";

const TIMEOUT_MS = 2000;
const TRIES = 2;
const TARGET_TTL_MS = 10 * 60_000;
const TARGET_RETRY_MS = 30_000;
/** What means "there is none", against all that means "I could not find out". */
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

  /** Null where any of the questions got no answer: half an answer would make a "no" of the other half. */
  async recordsOf(name: string): Promise<Records | null> {
    const [texts, aliases, addresses] = await Promise.all([
      answered(this.#resolver.resolveTxt(`${TOKEN_LABEL}.${name}`)),
      answered(this.#resolver.resolveCname(name)),
      this.#addressesOf(name),
    ]);
    if (texts === null || aliases === null || addresses === null) return null;
    return { texts: texts.map((pieces) => pieces.join("")), aliases, addresses };
  }

  /** Where the server is. What was once known of it stands in while nobody answers. */
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

  /** Ends every question that is under way. */
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
