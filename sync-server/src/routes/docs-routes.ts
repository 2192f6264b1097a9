import { createHash } from "node:crypto";
import { docsRoutes } from "@shelv/contract/routes/all";
import type { Context } from "hono";
import { DOCS_POLICY, docsPage } from "#routes/docs/docs-page";
import { openApiDocument } from "#routes/docs/openapi-document";
import { isKnownTag } from "#http/entity-tag";
import { type Api, bindRoute } from "#http/bind-route";
import type { Cookies } from "#sign-in/cookies";

type Made = { bytes: Uint8Array<ArrayBuffer>; etag: string; type: string };

/** Built at the first request, and cached until the next start. */
export function serveDocs(
  api: Api,
  { cookies, settings }: { cookies: Cookies; settings: { publicUrl: string | null } },
): void {
  const document = once(() =>
    openApiDocument({ sessionCookie: cookies.sessionName, publicUrl: settings.publicUrl }),
  );
  const forMachines = once(async () => made(JSON.stringify(document()), "application/json"));
  const forPeople = once(async () => made(await docsPage(document()), "text/html; charset=utf-8"));

  bindRoute(api, docsRoutes.openapi, async ({ c }) => answer(c, await forMachines()));
  bindRoute(api, docsRoutes.page, async ({ c }) => {
    c.header("Content-Security-Policy", DOCS_POLICY);
    return answer(c, await forPeople());
  });
}

function made(text: string, type: string): Made {
  return {
    bytes: new TextEncoder().encode(text),
    etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`,
    type,
  };
}

function answer(c: Context, { bytes, etag, type }: Made): Response {
  const headers = { "Content-Type": type, "Cache-Control": "no-cache", ETag: etag };
  return isKnownTag(c.req.header("If-None-Match"), etag)
    ? c.body(null, 304, headers)
    : c.body(bytes, 200, headers);
}

function once<T>(make: () => T): () => T {
  let kept: { value: T } | undefined;
  return () => (kept ??= { value: make() }).value;
}
