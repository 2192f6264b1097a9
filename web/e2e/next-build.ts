/** The next build of the app, made of this one: every built file has another name, under which alone the server has it. */
import { readdirSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { basename, join } from "node:path";
import type { Interception } from "./proxy.ts";
import type { TestServer } from "./server.ts";

const ASSETS = join(import.meta.dirname, "../dist/assets");
const APP_PAGES = new Set(["/service-worker.js", "/index.html", "/landing.html", "/not-found.html"]);

/** Answers for the built files, the pages and the worker as a server that was updated does. All else goes on. */
export function nextBuild(server: TestServer): Interception {
  const built = new Set(readdirSync(ASSETS, { recursive: true, encoding: "utf8" }).map((path) => basename(path)));
  const renamed = (text: string) => text.replaceAll(/[\w.-]+\.\w+/g, (name) => (built.has(name) ? name.replace(".", "-next.") : name)).replaceAll('"revision":"', '"revision":"next');
  return async ({ url = "" }: IncomingMessage, response) => {
    const isAsset = url.startsWith("/assets/");
    if (!isAsset && !APP_PAGES.has(url)) return false;
    if (isAsset && built.has(basename(url))) {
      response.writeHead(404).end();
      return true;
    }
    const ask = () => fetch(server.address + url.replace("-next.", "."), { headers: { "Accept-Encoding": "identity" } });
    // A connection that was kept may be closed by the server just as it is used again.
    const answer = await ask().catch(ask);
    const type = answer.headers.get("Content-Type") ?? "";
    const body = /javascript|css|html/.test(type) ? renamed(await answer.text()) : Buffer.from(await answer.arrayBuffer());
    const policy = answer.headers.get("Content-Security-Policy");
    response.writeHead(answer.status, {
      "Content-Type": type, "Cache-Control": answer.headers.get("Cache-Control") ?? "", ...(policy === null ? {} : { "Content-Security-Policy": policy }),
    }).end(body);
    return true;
  };
}
