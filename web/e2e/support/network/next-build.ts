import { readdirSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { basename, join } from "node:path";
import { OWN_HEADER } from "@shelv/contract/answer-origin";
import type { Interception } from "./proxy.ts";
import type { TestServer } from "#e2e/support/server";

const ASSETS = join(import.meta.dirname, "../../../dist/assets");
const APP_PAGES = new Set(["/service-worker.js", "/index.html", "/landing.html", "/not-found.html"]);

/**
 * Answers for built files, pages and the worker as an updated server does. Renamed files do not match the
 * build's list of hashes, so the list has none.
 */
export function nextBuild(server: TestServer): Interception {
  const built = new Set(
    readdirSync(ASSETS, { recursive: true, encoding: "utf8" }).map((path) => basename(path)),
  );
  const renamed = (text: string) =>
    text
      .replaceAll(/[\w.-]+\.\w+/g, (name) => (built.has(name) ? name.replace(".", "-next.") : name))
      .replaceAll('"revision":"', '"revision":"next')
      .replaceAll(/"integrity":"[^"]*",/g, "");
  return async ({ url = "" }: IncomingMessage, response) => {
    const isAsset = url.startsWith("/assets/");
    if (!isAsset && !APP_PAGES.has(url)) return false;
    if (isAsset && built.has(basename(url))) {
      response.writeHead(404).end();
      return true;
    }
    const ask = () =>
      fetch(server.address + url.replace("-next.", "."), { headers: { "Accept-Encoding": "identity" } });
    // The server may close a reused connection at that moment.
    const answer = await ask().catch(ask);
    const type = answer.headers.get("Content-Type") ?? "";
    const body = /javascript|css|html/.test(type)
      ? renamed(await answer.text())
      : Buffer.from(await answer.arrayBuffer());
    const carried = ["Cache-Control", "Content-Security-Policy", OWN_HEADER.name].map(
      (name) => [name, answer.headers.get(name)] as const,
    );
    response
      .writeHead(answer.status, {
        "Content-Type": type,
        ...Object.fromEntries(carried.filter(([, value]) => value !== null)),
      })
      .end(body);
    return true;
  };
}
