/**
 * The browser's `fetch`: the production HTTP client on the simulated network, with answers from the server or
 * in its place.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { gunzipSync } from "node:zlib";
import { OWN_HEADER } from "@shelv/contract/answer-origin";
import { USER_HEADER } from "@shelv/contract/routes/route";
import { faults } from "./faults/faults.ts";
import type { Random } from "./random.ts";

export type WireRequest = { method: string; path: string; userId: string; body: string };
export type WireAnswer = {
  status: number;
  body: string;
  isOwn: boolean;
  retryAfterS?: number | null;
  breaksOff?: boolean;
  whole?: string;
};

type Send = (request: WireRequest) => Promise<WireAnswer>;
const sender = new AsyncLocalStorage<Send>();

export const sendingWith = <T>(send: Send, act: () => Promise<T>): Promise<T> => sender.run(send, act);

export function replaceFetch(): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = async (path, { method = "GET", headers, body } = {}) => {
    const send = sender.getStore();
    if (!send || typeof path !== "string") throw new Error("No tab asks");
    const request = {
      method,
      path,
      userId: new Headers(headers).get(USER_HEADER) ?? "",
      body: textOf(body, new Headers(headers).get("Content-Encoding")),
    };
    return responseTo(request, await send(request));
  };
  return () => void (globalThis.fetch = fetch);
}

const textOf = (body: unknown, encoding: string | null): string => {
  if (encoding === "gzip") return gunzipSync(new Uint8Array(body as ArrayBuffer)).toString();
  return typeof body === "string" ? body : "";
};

function responseTo(request: WireRequest, answer: WireAnswer): Response {
  const { status, body, isOwn, retryAfterS, breaksOff } = read(request, answer);
  const headers = new Headers();
  if (isOwn) headers.set(OWN_HEADER.name, OWN_HEADER.value);
  if (retryAfterS != null) headers.set("Retry-After", String(retryAfterS));
  if (status === 204) return new Response(null, { status, headers });
  return new Response(breaksOff ? brokenOff(body) : body, { status, headers });
}

function brokenOff(body: string): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      if (body.length > 0) controller.enqueue(new TextEncoder().encode(body));
      controller.error(new TypeError("The connection broke"));
    },
  });
}

function read({ path }: WireRequest, answer: WireAnswer): WireAnswer {
  const { isOwn, status, whole } = answer;
  if (path !== "/api/sync") return answer;
  if (faults.has("cut-answer-used") && isOwn && whole !== undefined && status === 200)
    return { ...answer, breaksOff: false, body: JSON.stringify({ ...JSON.parse(whole), rows: [] }) };
  if (faults.has("last-change-not-named") && isOwn && status === 200)
    return { ...answer, body: answer.body.replace(/"lastOp":"[^"]*"/, '"lastOp":null') };
  return answer;
}

export function foreignAnswer(random: Random): WireAnswer {
  return random.pick<WireAnswer>([
    { status: 200, body: "<html><title>Sign in to this network</title></html>", isOwn: false },
    { status: 200, body: "{}", isOwn: false },
    { status: 200, body: "", isOwn: false },
    { status: 403, body: "<html>Forbidden</html>", isOwn: false },
    { status: 404, body: "<html>Not found</html>", isOwn: false },
    { status: 502, body: "<html>Bad gateway</html>", isOwn: false },
    { status: 504, body: "<html>Gateway timeout</html>", isOwn: false },
    { status: 511, body: "<html>Network authentication required</html>", isOwn: false },
  ]);
}

export function cutAnswer(answer: WireAnswer, random: Random): WireAnswer {
  return {
    ...answer,
    whole: answer.body,
    body: answer.body.slice(0, random.below(answer.body.length + 1)),
    breaksOff: random.chance(2),
  };
}

export const firewallAnswers: readonly (WireAnswer | null)[] = [
  null,
  { status: 403, body: "<html>Forbidden by your network</html>", isOwn: false },
  { status: 504, body: "<html>Gateway timeout</html>", isOwn: false },
];
