import { expect, onTestFinished, test, vi } from "vitest";
import { cachedModel } from "./cached-model";
import { NotHere } from "#domain/background-removal/not-here";
import { sha256Of } from "#pictures/sha256-of";

const MODEL = new TextEncoder().encode("a model");
const NOTICE = "<!doctype html><title>Back soon</title>";

async function openBrowser({
  cached,
  answer,
}: {
  cached?: string;
  answer: (init?: RequestInit) => Response;
}) {
  const path = `/background-model/${await sha256Of(MODEL.buffer)}.onnx`;
  const held = new Map<string, Response>(cached === undefined ? [] : [[path, new Response(cached)]]);
  const cache = {
    match: async (key: string) => held.get(key)?.clone(),
    put: async (key: string, response: Response) => void held.set(key, response),
  };
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => answer(init));
  onTestFinished(() => void vi.unstubAllGlobals());
  return { path, held: async () => held.get(path)?.clone().text() };
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("a maintenance page with status 200 is not a model, and is not cached", async () => {
  const { path, held } = await openBrowser({ answer: () => new Response(NOTICE) });
  await expect(cachedModel(path)).rejects.toBeInstanceOf(NotHere);
  expect(await held()).toBeUndefined();
});

test("a wrongly cached page is replaced by the model as soon as the server answers", async () => {
  const { path, held } = await openBrowser({ cached: NOTICE, answer: () => new Response(MODEL) });
  expect([textOf(await cachedModel(path)), await held()]).toEqual(["a model", "a model"]);
});

test("if the HTTP cache holds a wrong page, the request bypasses it", async () => {
  const { path } = await openBrowser({
    answer: (init) => new Response(init?.cache === "reload" ? MODEL : NOTICE),
  });
  expect(textOf(await cachedModel(path))).toBe("a model");
});

test("a cached model needs no network", async () => {
  const { path } = await openBrowser({ cached: "a model", answer: () => Response.error() });
  expect(textOf(await cachedModel(path))).toBe("a model");
});
