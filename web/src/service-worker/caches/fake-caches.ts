import { OWN_HEADER } from "@shelv/contract/answer-origin";
import { onTestFinished, vi } from "vitest";

export const ORIGIN = "https://shelv.example";
export const NOTICE = "<!doctype html><title>Back soon</title><h1>Another server answers here, with 200</h1>";

export const ours = (
  body: string | null,
  init: { status?: number; headers?: Record<string, string> } = {},
): Response =>
  new Response(body, { ...init, headers: { ...init.headers, [OWN_HEADER.name]: OWN_HEADER.value } });

export const foreign = (status = 200): Response =>
  new Response(NOTICE, { status, headers: { "Content-Type": "text/html" } });

export type Network = (address: string, init?: RequestInit) => Response | Promise<Response>;

export function openCaches(network: { answer: Network }) {
  const stores = new Map<string, Map<string, Response>>();
  const whole = (key: RequestInfo) => new URL(typeof key === "string" ? key : key.url, ORIGIN).href;
  const open = (name: string) => {
    const held = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, held);
    return {
      match: async (key: RequestInfo) => held.get(whole(key))?.clone(),
      keys: async () => [...held.keys()].map((url) => ({ url })),
      put: async (key: RequestInfo, response: Response) => void held.set(whole(key), response),
      delete: async (key: RequestInfo) => held.delete(whole(key)),
    };
  };
  vi.stubGlobal("caches", { open: async (name: string) => open(name) });
  vi.stubGlobal("fetch", async (key: RequestInfo, init?: RequestInit) => network.answer(whole(key), init));
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    plant: (name: string, path: string, response: Response) => open(name).put(path, response),
    held: async (name: string): Promise<Record<string, string>> => {
      const entries = [...(stores.get(name) ?? [])];
      return Object.fromEntries(
        await Promise.all(
          entries.map(
            async ([url, response]) => [new URL(url).pathname, await response.clone().text()] as const,
          ),
        ),
      );
    },
  };
}
