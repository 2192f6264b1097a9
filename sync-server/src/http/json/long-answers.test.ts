import { expect, test, vi } from "vitest";
import { LongAnswers } from "./long-answers.ts";

const IDLE_MS = 1000;
const partsOf = (count: number) => {
  let sent = 0;
  return async () => (sent < count ? new Uint8Array([(sent += 1)]) : null);
};
const bytesIn = async (stream: ReadableStream<Uint8Array>) => [
  ...new Uint8Array(await new Response(stream).arrayBuffer()),
];

test("A part is made when the client takes it, and an account has one answer at a time", async () => {
  const answers = new LongAnswers(IDLE_MS);
  const made = vi.fn<() => Promise<Uint8Array<ArrayBuffer> | null>>(partsOf(3));
  const first = await answers.stream(made, { payer: "eve" });
  const second = answers.stream(partsOf(1), { payer: "eve" });
  expect(await bytesIn(await answers.stream(partsOf(2), { payer: "ada" }))).toEqual([1, 2]);
  expect(made).not.toHaveBeenCalled();
  expect(await bytesIn(first)).toEqual([1, 2, 3]);
  expect(await bytesIn(await second)).toEqual([1]);
});

test("An answer that its client leaves or that fails makes way for the account's next", async () => {
  const answers = new LongAnswers(IDLE_MS);
  await (await answers.stream(partsOf(3), { payer: "eve" })).cancel();
  const failing = await answers.stream(
    async () => {
      throw new Error("The database is away");
    },
    { payer: "eve" },
  );
  await expect(bytesIn(failing)).rejects.toThrow("The database is away");
  expect(await bytesIn(await answers.stream(partsOf(1), { payer: "eve" }))).toEqual([1]);
});

test("A client that takes nothing for 30 seconds is cut off", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const answers = new LongAnswers();
    const reader = (await answers.stream(partsOf(3), { payer: "eve" })).getReader();
    await vi.advanceTimersByTimeAsync(29_000);
    expect((await reader.read()).value).toEqual(new Uint8Array([1]));
    await vi.advanceTimersByTimeAsync(29_000);
    expect((await reader.read()).value).toEqual(new Uint8Array([2]));
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(reader.read()).rejects.toMatchObject({ code: "too-slow" });
    expect(await bytesIn(await answers.stream(partsOf(1), { payer: "eve" }))).toEqual([1]);
  } finally {
    vi.useRealTimers();
  }
});
