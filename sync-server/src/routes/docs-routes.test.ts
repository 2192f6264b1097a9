import { Validator } from "@seriousme/openapi-schema-validator";
import { ALL_ROUTES } from "@shelv/contract/routes/all";
import { expect, test } from "vitest";
import type { OpenApiDocument } from "#routes/docs/openapi-document";
import { openTestServer } from "#testing/open-test-server";

async function documentOf(env: Record<string, string> = {}) {
  return (await (
    await (await openTestServer({ env })).browser().get("/api/openapi.json")
  ).json()) as OpenApiDocument;
}

test("The description is valid OpenAPI 3.1 and has every call with its access", async () => {
  const document = await documentOf();
  expect(
    await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>),
  ).toEqual({ valid: true });
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => [
      method.toUpperCase(),
      path,
      security.flatMap((scheme) => Object.keys(scheme)),
    ]),
  );
  expect(described).toEqual(
    expect.arrayContaining(
      ALL_ROUTES.map(({ method, path, access }) => [
        method,
        path.replaceAll(/:(\w+)/g, "{$1}"),
        path === "/api/capture" ? ["captureToken"] : access === "anyone" ? [] : ["session"],
      ]),
    ),
  );
  expect(described).toHaveLength(ALL_ROUTES.length);
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("The description has limits, pictures, answers and refusals", async () => {
  const { paths, components } = await documentOf({ PUBLIC_URL: "https://shelv.example" });
  const create = paths["/api/shelves/{shelfId}/items"]?.post;
  expect(create?.parameters).toMatchObject([
    { name: "shelfId", in: "path", required: true, schema: { type: "string" } },
  ]);
  expect(create?.requestBody?.content["multipart/form-data"]?.schema).toMatchObject({
    type: "object",
    required: ["title"],
    properties: {
      title: { type: "string", description: "up to 200 characters as people count them" },
      image: { contentMediaType: "image/*" },
    },
  });
  expect(create?.responses["415"]?.description).toContain(
    "wrong-media-type: Please upload a JPEG, PNG, GIF, or WebP image",
  );
  expect(create?.responses["401"]?.content).toEqual({
    "application/json": { schema: { $ref: "#/components/schemas/Error" } },
  });
  expect(paths["/api/shelves"]?.get?.responses["200"]?.content?.["application/json"]?.schema).toMatchObject({
    type: "array",
  });
  expect(Object.keys(paths["/api/items/{id}"]?.delete?.responses ?? {})).toContain("204");
  expect(components.securitySchemes.session).toMatchObject({ in: "cookie", name: "__Host-shelv-session" });
  expect(components.securitySchemes.captureToken).toMatchObject({ type: "http", scheme: "bearer" });
});

test("The HTML page has every call, loads nothing and runs nothing", async () => {
  const browser = (await openTestServer()).browser();
  const answer = await browser.get("/api/docs");
  const page = await answer.text();
  expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("Content-Security-Policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^ ]+';/,
  );
  for (const { path, summary } of ALL_ROUTES) {
    expect(page).toContain(`<code>${path.replaceAll(/:(\w+)/g, "{$1}")}</code>`);
    expect(page).toContain(summary.replaceAll("'", "&#39;"));
  }
  expect(page.match(/Needs a capture token/g)).toHaveLength(1);
  expect(page).not.toMatch(/<script|style=|src=|https?:\/\/(?!\w*localhost)|\[object/);
});

test("The description and the HTML page are answered with 304 if the browser has them", async () => {
  const browser = (await openTestServer()).browser();
  for (const path of ["/api/openapi.json", "/api/docs"]) {
    const first = await browser.get(path);
    const again = await browser.get(path, { "If-None-Match": `W/${first.headers.get("ETag")}` });
    expect([path, first.status, again.status, await again.text()]).toEqual([path, 200, 304, ""]);
  }
});
