import assert from "node:assert/strict";
import type { LinkDetails } from "@shelv/contract/links/link-details";
import { linkDetails } from "@shelv/contract/links/link-details";
import { Refusal } from "@shelv/contract/refusal";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AllowedInside } from "#outbound/allowed-inside";
import { HopProcess } from "#outbound/hop-process";
import { type Fetched, Outbound, type Wanted } from "#outbound/outbound";
import { PageReader } from "./page-reader.ts";
import { readLink } from "./read-link.ts";
import { MEDIA_PAGES } from "./testing/media-pages.ts";
import { ODD_PAGES } from "./testing/odd-pages.ts";
import { serve, servePages } from "./testing/serve-pages.ts";
import { SHOP_PAGES } from "./testing/shop-pages.ts";
import { html, page } from "./testing/test-page.ts";

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

const hops = new HopProcess();
afterAll(() => hops.close());

const outboundTo = (allow: string) =>
  new Outbound({
    settings: { isOn: true, allowed: new AllowedInside([allow]), proxy: null },
    dnsServers: null,
    publicUrl: null,
    process: hops,
  });

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

const iconOf = (path: string) => (/\.(?:pdf|png|jpg)$/.test(path) ? null : "ORIGIN/favicon.ico");

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
          Object.entries({ ...NOTHING, icon: iconOf(path), ...expected }).map(([field, value]) => [
            field,
            withOrigin(value),
          ]),
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

const REFRESHING: [string, Record<string, string>, string][] = [
  ["a header", { refresh: "0; url=/plain", "content-type": "text/html" }, ""],
  ["a header and no type", { refresh: "0;/plain" }, ""],
  ["a header in capitals", { refresh: "1;URL='/plain'", "content-type": "text/html" }, "<title>Wait</title>"],
  [
    "a tag without script",
    { "content-type": "text/html" },
    `<title>Redirecting…</title><script>location.replace("/plain")</script><noscript><meta http-equiv="refresh" content="0;url=/plain"></noscript>`,
  ],
];
test.each(REFRESHING)("A refresh in %s is followed", async (_, headers, body) => {
  const { origin, allow, stop } = await serve((request, response) =>
    request.url === "/plain"
      ? response.writeHead(200, { "content-type": "text/html" }).end("<title>Target</title>")
      : response.writeHead(200, headers).end(body),
  );
  expect(await found(`${origin}/`, allow)).toEqual({
    ...NOTHING,
    title: "Target",
    icon: `${origin}/favicon.ico`,
  });
  await stop();
});

test.each([
  ["cf-mitigated", "challenge"],
  ["x-vercel-mitigated", "challenge"],
  ["x-amzn-waf-action", "captcha"],
])("An answer with %s is a wall, whatever it says", async (name, value) => {
  const { origin, allow, stop } = await serve((_, response) =>
    response.writeHead(200, { "content-type": "text/html", [name]: value }).end("<title>A check</title>"),
  );
  expect(await found(`${origin}/`, allow)).toBe("link-walled");
  await stop();
});

class FromOneHost extends Outbound {
  readonly #origin: string;

  constructor(origin: string) {
    super({
      settings: { isOn: true, allowed: new AllowedInside([new URL(origin).host]), proxy: null },
      dnsServers: null,
      publicUrl: null,
    });
    this.#origin = origin;
  }

  override async fetch(address: string | URL, wanted: Wanted): Promise<Fetched> {
    const { host, pathname, search } = new URL(address);
    const answer = await super.fetch(`${this.#origin}/${host}${pathname}${search}`, wanted);
    const back = (url: string) => url.replace(`${this.#origin}/`, "https://");
    return { ...answer, url: new URL(back(answer.url.href)), via: answer.via.map(back) };
  }
}

test.each(["https://www.youtube.com/watch?v=1", "https://youtu.be/1", "https://sho.rt/x"])(
  "%s, which leads to a page that asks for consent, has the details of the video",
  async (url) => {
    const redirect = (path: string, location: string) =>
      page(path, "", "", { status: 302, headers: { location } });
    const { origin, stop } = await servePages([
      redirect("/sho.rt/x", "/www.youtube.com/watch?v=1"),
      redirect("/youtu.be/1", "/www.youtube.com/watch?v=1"),
      redirect(
        "/www.youtube.com/watch",
        `/consent.youtube.com/m?continue=${encodeURIComponent("https://www.youtube.com/watch?v=1")}`,
      ),
      page("/consent.youtube.com/m", html("<title>Bevor Sie zu YouTube weitergehen</title>"), ""),
      page(
        "/www.youtube.com/oembed",
        JSON.stringify({
          title: "How to throw a mug",
          author_name: "Ada",
          provider_name: "YouTube",
          thumbnail_url: "https://i.ytimg.com/vi/1/hq.jpg",
        }),
        "",
        { headers: { "content-type": "application/json" } },
      ),
    ]);
    const outbound = new FromOneHost(origin);
    const { details, images } = await readLink({ outbound, pageReader }, "ada", url);
    expect(details).toEqual({
      ...NOTHING,
      title: "How to throw a mug",
      description: "Ada",
      siteName: "YouTube",
      imageUrl: "https://i.ytimg.com/vi/1/hq.jpg",
    });
    expect(images).toEqual(["https://i.ytimg.com/vi/1/hq.jpg"]);
    outbound.close();
    await stop();
  },
);

test("A page is asked for in the language of its reader", async () => {
  const { origin, allow, stop } = await serve(({ headers }, response) => {
    const isGerman = headers["accept-language"]?.startsWith("de") === true;
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>${isGerman ? "Blaue Tasse" : "Blue mug"}</title>`);
  });
  const outbound = outboundTo(allow);
  const titleFor = async (language?: string) =>
    (await readLink({ outbound, pageReader }, "ada", origin, { language })).details.title;
  expect(await titleFor("de-CH, de;q=0.9, en;q=0.5")).toBe("Blaue Tasse");
  expect(await titleFor()).toBe("Blue mug");
  outbound.close();
  await stop();
});
