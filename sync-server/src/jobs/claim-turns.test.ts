import { expect, test } from "vitest";
import { ClaimTurns } from "./claim-turns.ts";

async function orderOf(waiting: string, busy: readonly string[] = []): Promise<string> {
  const turns = new ClaimTurns();
  const left = waiting.split("");
  const claimed: string[] = [];
  const claim = (leftOut: readonly string[]) => {
    const at = left.findIndex((payer) => !leftOut.includes(payer));
    return Promise.resolve(at === -1 ? null : (left.splice(at, 1)[0] as string));
  };
  for (let payer = await turns.next(claim, busy); payer !== null; payer = await turns.next(claim, busy)) {
    turns.served(payer);
    claimed.push(payer);
  }
  return claimed.join("");
}

test.each([
  ["aaaa", "aaaa"],
  ["aaaabc", "abcaaa"],
  ["aabbab", "ababab"],
])("Of work that waits as %s, payers get it in turns: %s", async (waiting, claimed) => {
  expect(await orderOf(waiting)).toBe(claimed);
});

test("A busy payer gets nothing, also in the next round", async () => {
  expect(await orderOf("aabb", ["a"])).toBe("bb");
});
