import { expect, test } from "vitest";
import { bytesOfPieces, PIECE_LENGTH } from "./json-bytes.ts";

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("Others run between the pieces of a long text", async () => {
  const pieces = Array.from({ length: 30 }, () => "é".repeat(PIECE_LENGTH / 10));
  let pauses = 0;
  const bytes = await bytesOfPieces(pieces, async () => void (pauses += 1));
  expect(textOf(bytes)).toBe(pieces.join(""));
  expect(pauses).toBeGreaterThanOrEqual(2);
});

test("A short text is made at once", async () => {
  const between = async () => {
    throw new Error("It was not made at once");
  };
  expect(textOf(await bytesOfPieces(["[", "1", "]"], between))).toBe("[1]");
});
