import { describe, expect, test } from "vitest";
import { DatabaseGone } from "#database/errors";
import { PageCache, type PageSource } from "./page-cache.ts";
import type { RenderedPage } from "./rendered-page.ts";

const pageOf = (text: string, bytes = 10, validUntilMs: number | null = null): RenderedPage => ({
  username: "Mira",
  hash: text,
  brotli: new Uint8Array(bytes),
  gzip: new Uint8Array(bytes),
  policy: "",
  ogImagePath: null,
  validUntilMs,
});

const OPTIONS = { maxBytes: 1_000_000, now: () => new Date(0) };

function slowSource() {
  const readings: ((page: RenderedPage) => void)[] = [];
  const source: PageSource = {
    findOwner: async () => "mira-id",
    make: () => new Promise((resolve) => void readings.push(resolve)),
  };
  return { source, readings };
}

function countingSource(bytes = 10) {
  const made: string[] = [];
  const source: PageSource = {
    findOwner: async (key) => (key === "nobody" ? null : key),
    make: async (key) => {
      made.push(key);
      return pageOf(`${key} ${made.length}`, bytes);
    },
  };
  return { source, made };
}

const untilReading = async (readings: unknown[], count: number) => {
  while (readings.length < count) await new Promise((resolve) => setImmediate(resolve));
};

describe("A page", () => {
  test("is built once for all requests, in any case", async () => {
    const { source, made } = countingSource();
    const cache = new PageCache(source, OPTIONS);
    await Promise.all([cache.get("mira"), cache.get("Mira"), cache.get("MIRA")]);
    await cache.get("mIRa");
    expect(made).toEqual(["mira"]);
  });

  test("does not wait for all others that are requested at once: each turn of the loop builds one", async () => {
    const { source, made } = countingSource();
    const cache = new PageCache(source, OPTIONS);
    const asked = Array.from({ length: 10 }, (_, nth) => cache.get(`page-${nth}`));
    const counts: number[] = [];
    while (made.length < asked.length) {
      await new Promise((resolve) => setImmediate(resolve));
      counts.push(made.length);
    }
    await Promise.all(asked);
    expect(Math.max(...counts.map((count, at) => count - (counts[at - 1] ?? 0)))).toBe(1);
  });

  test("does not wait for requests of names that nobody has", async () => {
    const { source, made } = countingSource();
    const findOwner = async (key: string) => (key.startsWith("nobody") ? null : key);
    const cache = new PageCache({ ...source, findOwner }, OPTIONS);
    const asked = [...Array.from({ length: 50 }, (_, nth) => `nobody-${nth}`), "mira"].map((name) =>
      cache.get(name),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(made).toEqual(["mira"]);
    await Promise.all(asked);
  });

  test("is the last one for ten minutes while the database does not answer, unless it was dropped", async () => {
    let [time, isGone] = [0, false];
    const { source } = countingSource();
    const findOwner = async (key: string) => {
      if (isGone) throw new DatabaseGone("gone");
      return key;
    };
    const cache = new PageCache({ ...source, findOwner }, { maxBytes: 1_000_000, now: () => new Date(time) });
    for (const name of ["mira", "noor"]) await cache.get(name);
    isGone = true;
    time = 599_999;
    expect(await cache.get("mira")).toEqual({ ...pageOf("mira 1"), mayBeOutdated: true });
    cache.drop("noor");
    await expect(cache.get("noor")).rejects.toThrow(DatabaseGone);
    time = 600_000;
    await expect(cache.get("mira")).rejects.toThrow(DatabaseGone);
    isGone = false;
    expect(await cache.get("mira")).toEqual(pageOf("mira 3"));
  });

  test("is built again after a drop", async () => {
    const { source } = countingSource();
    const cache = new PageCache(source, OPTIONS);
    expect((await cache.get("mira"))?.hash).toBe("mira 1");
    cache.drop("mira");
    expect((await cache.get("mira"))?.hash).toBe("mira 2");
  });

  test("with an end time is built again after it", async () => {
    const made: number[] = [];
    let time = 0;
    const cache = new PageCache(
      {
        findOwner: async () => "mira",
        make: async () => pageOf("mira", 10, made.push(time) * 60),
      },
      { maxBytes: 1_000_000, now: () => new Date(time) },
    );
    for (time of [0, 59, 60, 61, 119, 120]) await cache.get("mira");
    expect(made).toEqual([0, 60, 120]);
  });

  test("stays when another owner's page is dropped", async () => {
    const { source, made } = countingSource();
    const cache = new PageCache(source, OPTIONS);
    await cache.get("mira");
    await cache.get("noor");
    cache.drop("noor");
    await cache.get("mira");
    expect(made).toEqual(["mira", "noor"]);
  });

  test("of an unknown name is not cached: the name may be claimed at any moment", async () => {
    const { source } = countingSource();
    let isClaimed = false;
    const cache = new PageCache(
      { ...source, findOwner: async () => (isClaimed ? "new-owner" : null) },
      OPTIONS,
    );
    expect(await cache.get("nobody")).toBeNull();
    isClaimed = true;
    expect(await cache.get("nobody")).not.toBeNull();
  });

  test("that fails to build is tried again by the next request", async () => {
    const { source } = countingSource();
    let fails = true;
    const cache = new PageCache(
      {
        ...source,
        make: async (key) => {
          if (fails) throw new Error("disk");
          return source.make(key);
        },
      },
      OPTIONS,
    );
    await expect(cache.get("mira")).rejects.toThrow("disk");
    fails = false;
    expect(await cache.get("mira")).not.toBeNull();
  });
});

test("A page read before a drop is not cached after it, and requests after the drop do not wait for it", async () => {
  const { source, readings } = slowSource();
  const cache = new PageCache(source, OPTIONS);
  const before = cache.get("mira");
  await untilReading(readings, 1);
  cache.drop("mira-id");
  const after = cache.get("mira");
  await untilReading(readings, 2);
  readings[1]?.(pageOf("new"));
  expect((await after)?.hash).toBe("new");
  readings[0]?.(pageOf("old"));
  expect(await before).toEqual({ ...pageOf("old"), mayBeOutdated: true });
  expect((await cache.get("mira"))?.hash).toBe("new");
});

test("The cache never exceeds its size, and evicts the least recently used", async () => {
  const { source, made } = countingSource(200_000);
  const cache = new PageCache(source, OPTIONS);
  for (const name of ["ada", "bea", "ada", "cleo", "ada", "bea"]) await cache.get(name);
  expect(made).toEqual(["ada", "bea", "cleo", "bea"]);
});
