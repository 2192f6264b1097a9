/**
 * The server reads pages as Chromium shows them, with the same bytes and headers from a server on loopback.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "@playwright/test";
import { decodePage } from "sync-server/links/details/page/charset";
import { pageFacts } from "sync-server/links/details/page/page-facts";
import { pageTypeOf } from "sync-server/links/details/page/page-type";
import { readPage } from "sync-server/links/details/page/read-page-bytes";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  CHROMIUM_FLAGS,
  findChromium,
  findHeadlessShell,
  installChromium,
} from "web/e2e/support/browsers/chromium";

type Sample = { name: string; bytes: Buffer; type: string };
type Seen = { title: string; heading: string; metas: string[]; addresses: (string | null)[] };

const ascii = (text: string) => Buffer.from(text, "latin1");
const hex = (digits: string) => Buffer.from(digits, "hex");
const utf8 = (text: string) => Buffer.from(text, "utf8");
const sample = (name: string, parts: (string | Buffer)[], type = "text/html"): Sample => ({
  name,
  bytes: Buffer.concat(parts.map((part) => (typeof part === "string" ? utf8(part) : part))),
  type,
});

const ENCODINGS: [label: string, words: Buffer][] = [
  ["gb2312", hex("b0aebfc6bcbc")],
  ["gbk", hex("b0aebfc6bcbc")],
  ["gb18030", hex("b0aebfc6bcbc81308130")],
  ["big5", hex("a4e9a5bb")],
  ["shift_jis", hex("93fa967b835c")],
  ["euc-jp", hex("c6fccbdc")],
  ["euc-kr", hex("c7d1b1db8c63")],
  ["windows-1251", hex("cff0e8e2e5f2")],
  ["koi8-r", hex("f0d2c9d7c5d4")],
  ["iso-8859-1", hex("436166e9208035")],
  ["iso-8859-15", hex("a4203235")],
  ["windows-1256", hex("e3d1cd")],
  ["utf-8", utf8("Pâte – 日本 🍵")],
];
const SCRIPT = `<script>${"var x = '<meta charset=koi8-r>'; ".repeat(200)}</script>`;
const titled = (words: Buffer, before = "", after = ""): (string | Buffer)[] => [
  "<!doctype html><html><head>",
  before,
  "<title>",
  words,
  "</title>",
  after,
  "</head><body><h1>",
  words,
  "</h1></body></html>",
];
const GBK = hex("b0aebfc6bcbc");
const JAPAN = utf8("日本");
const inHead = (head: string) => [
  `<!doctype html><html><head><meta charset=utf-8>${head}</head><body></body></html>`,
];
const xhtml = (declaration: string, words: Buffer) => [
  declaration,
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>`,
  words,
  `</title><meta name="description" content="a &amp; b" /></head><body><h1>`,
  words,
  "</h1></body></html>",
];

const SAMPLES: Sample[] = [
  ...ENCODINGS.map(([label, words]) =>
    sample(`${label} in the header`, titled(words), `text/html; charset=${label}`),
  ),
  ...ENCODINGS.map(([label, words]) =>
    sample(`${label} in a meta tag`, titled(words, `<meta charset="${label}">`)),
  ),
  sample("a meta tag after a long script", titled(GBK, `${SCRIPT}<meta charset=gbk>`)),
  sample(
    "a meta tag after a commented-out one",
    titled(GBK, "<!-- <meta charset=utf-8> --><meta charset=gbk>"),
  ),
  sample(
    "a meta tag for servers",
    titled(GBK, `<meta http-equiv=content-type content="text/html; charset=gbk">`),
  ),
  sample(
    "a meta tag after a long style",
    titled(GBK, `<style>${"a{}".repeat(1000)}</style><meta charset=gbk>`),
  ),
  sample("a meta tag after the title", titled(GBK, "", "<meta charset=gbk>")),
  sample("a meta tag early in the body", ["<body><p>a</p><meta charset=gbk><title>", GBK, "</title>"]),
  sample(
    "a meta tag in noscript",
    titled(JAPAN, "<noscript><meta charset=koi8-r></noscript><meta charset=utf-8>"),
  ),
  sample("two meta tags", titled(GBK, "<meta charset=nonsense><meta charset=gbk><meta charset=koi8-r>")),
  sample("an unknown charset in the header", titled(GBK, "<meta charset=gbk>"), "text/html; charset=none"),
  sample("a quoted charset in the header", titled(GBK), `text/html;charset="GBK"`),
  sample("a header against a meta tag", titled(JAPAN, "<meta charset=gbk>"), "text/html; charset=utf-8"),
  sample("a byte order mark against the header", [hex("efbbbf"), ...titled(JAPAN)], "text/html; charset=gbk"),
  sample("UTF-16 with a mark", [hex("fffe"), Buffer.from("<title>日本 🍵</title><h1>a</h1>", "utf16le")]),
  sample("UTF-16 claimed in ASCII", titled(JAPAN, "<meta charset=utf-16le>")),
  sample("one wrong byte below", [...titled(JAPAN), ascii("<p>caf\xe9</p>")], "text/html; charset=utf-8"),
  sample("XHTML", xhtml(`<?xml version="1.0"?>`, JAPAN), "application/xhtml+xml"),
  sample(
    "XHTML in Latin-1",
    xhtml(`<?xml version="1.0" encoding="iso-8859-1"?>`, hex("436166e9")),
    "application/xml",
  ),
  sample("XHTML as text/xml", xhtml(`<?xml version="1.0"?><!-- c -->`, JAPAN), "text/xml"),
  sample("XHTML in CDATA", xhtml("", utf8("<![CDATA[a <b> & c]]>")), "application/xhtml+xml"),
  sample("no type, and a div", ["<div><title>A &amp; b</title><h1>c</h1></div>"], ""),
  sample("no type, and a comment", ["<!-- c --><p><title>A</title><h1>c</h1>"], ""),
  sample("no type, and XML", xhtml(`<?xml version="1.0"?>`, JAPAN), ""),
  sample("escaped tags", inHead("<title>&lt;dialog>: The Dialog &amp; more</title>")),
  sample("tags in a title", inHead("<title>Vec<T> and a<b and c>d</title>")),
  sample("entities", inHead("<title>Fish &amp; &mdash; &#128031; &notit; &copy 2 &AMP; &#x80; x</title>")),
  sample("space in a title", inHead("<title>\n  Many\t\n lines  </title>")),
  sample("two titles", inHead("<title>First</title><title>Second</title>")),
  sample(
    "a title in an image and in a template",
    inHead("<template><title>Not me</title></template><title>Me</title>"),
  ),
  sample(
    "attributes",
    inHead(
      `<meta property=og:title content="a &lt;b&gt; &amp;amp; c&copy"><meta content='"q"' name=DESCRIPTION>`,
    ),
  ),
  sample(
    "attributes twice",
    inHead(`<meta name=description content=a content=b><meta name="description" content="c">`),
  ),
  sample("two properties in one attribute", inHead(`<meta property="og:title twitter:title" content="Mug">`)),
  sample("two names in one tag", inHead(`<meta property="og:title" name="title" content="Mug">`)),
  sample(
    "a picture with parameters",
    inHead(`<meta property=og:image content="/img.jpg?w=1&amp;s=a&copy=2">`),
  ),
  sample("a picture beside the page", inHead(`<meta property=og:image content="../a b.jpg">`)),
  sample("a picture of another host", inHead(`<meta property=og:image content="//img.example/ä.jpg?q=ü">`)),
  sample("a base", inHead(`<base href="/cdn/"><base href="/no/"><meta property=og:image content="b.jpg">`)),
  sample(
    "a canonical address",
    inHead(`<link rel="canonical" href=" /real?id=1&amp;x=2 "><link rel=icon href="i.png">`),
  ),
  sample(
    "an icon and a base",
    inHead(`<base href="https://cdn.example/x/y"><link rel="shortcut icon" href="../i.png">`),
  ),
  sample("a comment in a script", inHead("<script><!-- <title>no</title> --></script><title>Yes</title>")),
  sample("a tag without an end", ["<meta charset=utf-8><title>Open</title><h1>Head<p>x"]),
];

test("There are sixty pages", () => {
  expect(SAMPLES.length).toBeGreaterThanOrEqual(60);
});

let server: Server;
let browser: Browser;
let tab: Page;
beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    const found = SAMPLES[Number(url.replace("/pages/", ""))];
    if (found && found.type !== "") response.setHeader("content-type", found.type);
    response.writeHead(found ? 200 : 404).end(found?.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const executablePath = findHeadlessShell() ?? findChromium() ?? installChromium();
  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  tab = await browser.newPage();
  await tab.route("**/*", (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.abort(),
  );
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

test.each(SAMPLES.map(({ name }, at) => ({ name, at })))(
  "The server reads $name like Chromium",
  async ({ at }) => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pages/${at}`;
    await tab.goto(address);
    expect(readByServer(SAMPLES[at] as Sample, address)).toEqual(await tab.evaluate(seenInPage));
  },
);

function readByServer({ bytes, type: contentType }: Sample, address: string): Seen {
  const type = pageTypeOf(bytes, contentType);
  if (type === null) throw new Error("The server takes it for no page");
  const facts = pageFacts(decodePage(bytes, type), type);
  const { details } = readPage({ bytes, contentType, address });
  const line = (text: string) => text.replaceAll(/[\t\n\f\r ]+/g, " ").trim();
  return {
    title: line(facts.title),
    heading: line(facts.heading),
    metas: [...facts.metas].flatMap(([name, texts]) => texts.map((text) => `${name}=${text}`)).toSorted(),
    addresses: [details.imageUrl, details.canonicalUrl, details.icon],
  };
}

/** Runs in the page. */
function seenInPage(): Seen {
  const line = (text: string) => text.replaceAll(/[\t\n\f\r ]+/g, " ").trim();
  const image = document.querySelector(`meta[property~="og:image"]`)?.getAttribute("content") ?? null;
  return {
    title: document.title,
    heading: line(document.querySelector("h1")?.textContent ?? ""),
    metas: [...document.querySelectorAll("meta[content]")]
      .flatMap((meta) =>
        ["property", "name", "itemprop"].flatMap((attribute) =>
          (meta.getAttribute(attribute) ?? "")
            .toLowerCase()
            .split(/\s+/)
            .filter((name) => name !== "")
            .map((name) => `${name}=${meta.getAttribute("content") ?? ""}`),
        ),
      )
      .toSorted(),
    addresses: [
      image === null ? null : new URL(image, document.baseURI).href,
      document.querySelector<HTMLLinkElement>("link[rel~=canonical]")?.href ?? null,
      document.querySelector<HTMLLinkElement>("link[rel~=icon]")?.href ?? null,
    ],
  };
}
