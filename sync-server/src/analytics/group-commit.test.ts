import { describe, expect, test } from "vitest";
import { GroupCommit } from "./group-commit.ts";

function byHand({ maxWaiting = 100, maxTogether = 100 } = {}) {
  const batches: { things: string[]; end: PromiseWithResolvers<void> }[] = [];
  const group = new GroupCommit<string>(
    (things) => {
      const end = Promise.withResolvers<void>();
      batches.push({ things, end });
      return end.promise;
    },
    { maxWaiting, maxTogether },
  );
  const untilBatch = async (count: number) => {
    while (batches.length < count) await new Promise((resolve) => setImmediate(resolve));
    return batches[count - 1] as (typeof batches)[number];
  };
  return { group, batches, untilBatch };
}

describe("A group commit", () => {
  test("commits together what arrives in one turn, and what arrives during another commit", async () => {
    const { group, untilBatch } = byHand();
    void group.add(["a"]);
    void group.add(["b", "c"]);
    const first = await untilBatch(1);
    void group.add(["d"]);
    void group.add(["e"]);
    first.end.resolve();
    const second = await untilBatch(2);
    second.end.resolve();
    await group.settled();
    expect([first.things, second.things]).toEqual([
      ["a", "b", "c"],
      ["d", "e"],
    ]);
  });

  test("resolves nothing before its own batch is committed", async () => {
    const { group, untilBatch } = byHand();
    const answered: string[] = [];
    const add = (thing: string) => void group.add([thing])?.then(() => answered.push(thing));
    add("a");
    const first = await untilBatch(1);
    add("b");
    expect(answered).toEqual([]);
    first.end.resolve();
    const second = await untilBatch(2);
    expect(answered).toEqual(["a"]);
    second.end.resolve();
    await group.settled();
    expect(answered).toEqual(["a", "b"]);
  });

  test("rejects only its own batch when it fails, and the next one continues", async () => {
    const { group, untilBatch } = byHand();
    const first = group.add(["a"]);
    (await untilBatch(1)).end.reject(new Error("the disk is full"));
    await expect(first).rejects.toThrow("the disk is full");
    const second = group.add(["b"]);
    (await untilBatch(2)).end.resolve();
    await expect(second).resolves.toBeUndefined();
  });

  test("accepts no more than its limit, and accepts again once there is space", async () => {
    const { group, batches, untilBatch } = byHand({ maxWaiting: 2 });
    expect(group.add(["too", "many", "things"])).toBeNull();
    void group.add(["a"]);
    const first = await untilBatch(1);
    void group.add(["b"]);
    expect(group.add(["c", "d"])).toBeNull();
    void group.add(["e"]);
    expect(group.add(["f"])).toBeNull();
    first.end.resolve();
    const second = await untilBatch(2);
    expect(group.add(["g", "h"])).not.toBeNull();
    second.end.resolve();
    (await untilBatch(3)).end.resolve();
    await group.settled();
    expect(batches.map(({ things }) => things.join(""))).toEqual(["a", "be", "gh"]);
  });

  test("takes a long queue in several commits, between which others write", async () => {
    const { group, batches, untilBatch } = byHand({ maxTogether: 2 });
    const answered: string[] = [];
    for (const things of ["ab", "c", "defg", "h", "i"])
      void group.add(things.split(""))?.then(() => answered.push(things));
    for (let at = 1; at <= 4; at += 1) (await untilBatch(at)).end.resolve();
    await group.settled();
    expect(batches.map(({ things }) => things.join(""))).toEqual(["ab", "c", "defg", "hi"]);
    expect(answered).toEqual(["ab", "c", "defg", "h", "i"]);
  });
});
