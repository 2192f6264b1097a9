import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { authRoutes } from "@shelv/contract/routes/auth";
import { syncRoutes } from "@shelv/contract/routes/sync";
import { expect, onTestFinished, test, vi } from "vitest";
import { call, callAs, callTimeoutMs, NoNetwork } from "./call";

test.each([
  ["nothing to send", undefined, 30_000],
  ["a full request of a long queue", "x".repeat(512 * 1024), 30_000 + 131_072],
  ["a large picture", new ArrayBuffer(4_000_000), 1_030_000],
])("a call's timeout suits a poor network: %s", (_, content, expected) => {
  expect(callTimeoutMs(content)).toBe(expected);
});

test.each([
  ["a long queue goes compressed", "x".repeat(2000), "gzip"],
  ["one change goes as it is", "x", null],
])("%s", async (_, title, encoding) => {
  const mutations = [{ mid: 1, name: "item.update", v: 1, args: { title } }];
  const request = { schema: 1, clientId: "c", epoch: "e", cursor: 1, ack: 0, pull: true, mutations };
  const fetchOfNode = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = fetchOfNode));
  const sent = new Promise<RequestInit>((resolve) => {
    globalThis.fetch = async (_, init) => {
      resolve(init ?? {});
      throw new TypeError("no network");
    };
  });
  await expect(callAs("ada")(syncRoutes.exchange, { body: request })).rejects.toBeInstanceOf(NoNetwork);
  const { body, headers } = await sent;
  expect(new Headers(headers).get("Content-Encoding")).toBe(encoding);
  const text = encoding === null ? body : gunzipSync(body as ArrayBuffer).toString();
  expect(JSON.parse(text as string)).toEqual(request);
});

async function slowCall() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer();
  const answering = once(server, "request") as Promise<[unknown, ServerResponse]>;
  server.listen(0, "127.0.0.1");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const fetchOfNode = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = fetchOfNode));
  let heard = 0;
  globalThis.fetch = async (path, init) => {
    const response = await fetchOfNode(
      new URL(path as string, `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      init,
    );
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        heard += chunk.length;
        controller.enqueue(chunk);
      },
    });
    return new Response(
      response.body?.pipeThrough(counting, init?.signal ? { signal: init.signal } : {}),
      response,
    );
  };
  const answered = call(authRoutes.providers);
  answered.catch(() => undefined);
  const [, response] = await answering;
  response.writeHead(200, { "Content-Type": "application/json" });
  return {
    answered,
    response,
    say: async (text: string) => {
      const before = heard;
      response.write(text);
      while (heard < before + text.length) await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("a slow answer is waited for as long as its bytes arrive", async () => {
  const { answered, response, say } = await slowCall();
  const text = JSON.stringify({ google: false, apple: true });
  for (const part of [text.slice(0, 5), text.slice(5, 10), text.slice(10)]) {
    await say(part);
    vi.advanceTimersByTime(29_000);
  }
  response.end();
  expect(await answered).toEqual({ google: false, apple: true });
});

test("an answer that stalls is aborted", async () => {
  const { answered, say } = await slowCall();
  await say("{");
  vi.advanceTimersByTime(31_000);
  await expect(answered).rejects.toBeInstanceOf(NoNetwork);
});
