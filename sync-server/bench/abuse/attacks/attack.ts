import { MUTATORS } from "@shelv/mutators/mutations";
import type { Account, AttackedServer } from "sync-server/bench/abuse/attacked-server";

export type Attack = { id: string; prepare: (server: AttackedServer) => Promise<() => Promise<void>> };

let accounts = 0;
export const newAccount = (server: AttackedServer) => server.account(`eve-${(accounts += 1)}`);

export const change = (name: string, args: unknown, v = MUTATORS[name as keyof typeof MUTATORS]?.v ?? 1) => ({
  name,
  v,
  args,
});

type Changes = Parameters<Account["sync"]>[0];

/** For all changes: each request must make progress. */
const ROUNDS_AT_MOST = 400;

export async function insist(account: Account, changes: Changes): Promise<void> {
  const left = await hammer(account, changes, ROUNDS_AT_MOST);
  if (left.length > 0)
    throw new Error(`${left.length} changes were not dealt with in ${ROUNDS_AT_MOST} requests`);
}

export async function hammer(account: Account, changes: Changes, requests: number): Promise<Changes> {
  let left = changes;
  let lastMid = (await account.sync([])).lastMid;
  for (let request = 0; request < requests && left.length > 0; request += 1) {
    const answer = await account.sync(left);
    left = left.slice(answer.lastMid - lastMid);
    lastMid = answer.lastMid;
  }
  return left;
}

export const postJson = (
  { origin }: AttackedServer,
  path: string,
  body: unknown,
  from: string,
  headers: Record<string, string> = {},
) =>
  fetch(origin + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", Origin: origin, "X-Forwarded-For": from, ...headers },
  });

export async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`It never came true that ${what}`);
}

/** HTML of 1,000 plain items, with a margin. */
export const PAGE_MAX_BYTES = 2 * 1024 * 1024;
