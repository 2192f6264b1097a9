import assert from "node:assert/strict";
import type { LinkDetails } from "@shelv/contract/links/link-details";
import { linkDetails } from "@shelv/contract/links/link-details";
import { Refusal } from "@shelv/contract/refusal";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AllowedInside } from "#outbound/allowed-inside";
import { Outbound } from "#outbound/outbound";
import { PageReader } from "./page-reader.ts";
import { readLink } from "./read-link.ts";
import { MEDIA_PAGES } from "./testing/media-pages.ts";
import { ODD_PAGES } from "./testing/odd-pages.ts";
import { serve, servePages } from "./testing/serve-pages.ts";
import { SHOP_PAGES } from "./testing/shop-pages.ts";

const PAGES = [...SHOP_PAGES, ...MEDIA_PAGES, ...ODD_PAGES];
const NOTHING: LinkDetails = {
  title: null,
  description: null,
  siteName: null,
  price: null,
  imageUrl: null,
  canonicalUrl: null,
  icon: null,
  color: null,
};

let site: Awaited<ReturnType<typeof servePages>>;
const bugs: unknown[] = [];
const pageReader = new PageReader((error) => void bugs.push(error));
beforeAll(async () => {
  site = await servePages(PAGES);
});
afterAll(async () => {
  await site.stop();
  pageReader.close();
});

const outboundTo = (allow: string) =>
  new Outbound({
    settings: { isOn: true, allowed: new AllowedInside([allow]), proxy: null },
    dnsServers: null,
    publicUrl: null,
  });

/** The details, or the refusal's code. */
async function found(url: string, allow = site.allow): Promise<LinkDetails | string> {
  const outbound = outboundTo(allow);
  try {
    return (await readLink({ outbound, pageReader }, "ada", url)).details;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  } finally {
    outbound.close();
  }
}

/** Expects that the answer has only what an item takes. */
const mustFitContract = (said: LinkDetails) => assert.deepEqual(v.parse(linkDetails, said), said);

test("There are at least sixty pages", () => {
  expect(PAGES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length);
});

test.each(PAGES)("The page $path has the expected details, and nothing more", async ({ path, expected }) => {
  const said = await found(site.origin + path);
  const withOrigin = (value: string | null) => value?.replace("ORIGIN", site.origin) ?? null;
  expect(said).toEqual(
    typeof expected === "string"
      ? expected
      : Object.fromEntries(
          Object.entries({ ...NOTHING, ...expected }).map(([field, value]) => [field, withOrigin(value)]),
        ),
  );
  expect(bugs).toEqual([]);
  if (typeof said !== "string") mustFitContract(said);
});

test("The address of a picture gives that picture as the item's image", async () => {
  const { origin, allow, stop } = await serve((_, response) =>
    response.writeHead(200, { "content-type": "image/jpeg" }).end("x"),
  );
  expect(await found(`${origin}/photo.jpg`, allow)).toEqual({ ...NOTHING, imageUrl: `${origin}/photo.jpg` });
  await stop();
});

test.each(["mailto:ada@example.org", "tel:+49301234567"])("%s needs no details", async (url) => {
  expect(await found(url)).toBe("link-without-page");
});
