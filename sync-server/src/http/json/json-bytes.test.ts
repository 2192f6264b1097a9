import { expect, test } from "vitest";
import { jsonBytes, PIECE_LENGTH } from "./json-bytes.ts";

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("The pieces of an answer are its JSON, and others run between them", async () => {
  const item = {
    title: "é".repeat(PIECE_LENGTH / 10),
    price: undefined,
    note: null,
    categories: [{ id: "a" }],
  };
  const items = Array.from({ length: 30 }, (_, order) => ({ ...item, order }));
  for (const answer of [items, [{ name: "Books", itemCount: 30, left: undefined, items }], { items }]) {
    let pauses = 0;
    const bytes = await jsonBytes(answer, async () => void (pauses += 1));
    expect(textOf(bytes)).toBe(JSON.stringify(answer));
    expect(pauses).toBeGreaterThanOrEqual(2);
  }
});

test("A short answer is made at once", async () => {
  const between = async () => {
    throw new Error("It was not made at once");
  };
  for (const answer of ["text", 1, null, [], {}, [[]], { list: [] }, [{ id: 1 }, { id: 2, items: [1, 2] }]])
    expect(textOf(await jsonBytes(answer, between))).toBe(JSON.stringify(answer));
});
