import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";
import { readOembed } from "./read-oembed.ts";
import { readPage } from "./read-page-bytes.ts";
import { refreshTarget } from "./refresh-target.ts";
import { html, jsonLd, og } from "#links/details/testing/test-page";

const ADDRESS = "https://shop.example/p/1";
type Sent = { contentType?: string; address?: string; asked?: string };

const read = (
  page: string | Uint8Array,
  { contentType = "text/html", address = ADDRESS, ...more }: Sent = {},
) =>
  readPage({
    bytes: typeof page === "string" ? new TextEncoder().encode(page) : page,
    contentType,
    address,
    ...more,
  });
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const titleOf = (page: string | Uint8Array, sent?: Sent) => read(page, sent).details.title;

describe("Encoding", () => {
  const comment = (bytes: string) => Buffer.from(`<p>${bytes}</p>`, "latin1");
  const utf8 = (text: string) => Buffer.from(text);
  const gbk = latin1("\xb0\xae\xbf\xc6\xbc\xbc");
  const around = (before: string, title: Uint8Array) =>
    Buffer.concat([utf8(before), utf8("<title>"), title, utf8("</title>")]);
  const script = `<script>${"var x = '<meta charset=koi8-r>';".repeat(200)}</script>`;

  test.each<[string, Uint8Array, string, string?]>([
    [
      "one wrong byte in a comment",
      Buffer.concat([utf8("<title>Pâte à crêpes – 日本</title>"), comment("caf\xe9")]),
      "Pâte à crêpes – 日本",
      "text/html; charset=utf-8",
    ],
    [
      "one wrong byte, and no claim",
      Buffer.concat([utf8("<title>Pâte à crêpes – 日本</title>"), comment("caf\xe9")]),
      "Pâte à crêpes – 日本",
    ],
    [
      "one wrong byte in the title",
      Buffer.concat([utf8("<title>Straße"), latin1("\xff"), utf8(" 7</title>")]),
      "Straße 7",
      "text/html; charset=utf-8",
    ],
    ["a character that is cut", utf8("<title>Tür</title><p>日").subarray(0, -1), "Tür"],
    ["no claim, and no UTF-8", latin1("<title>Caf\xe9 \x80 5</title>"), "Café € 5"],
    ["a claim of UTF-8, and no UTF-8", latin1("<meta charset=utf-8><title>M\xfcller</title>"), "Müller"],
    ["a meta tag after a long script", around(`${script}<meta charset="gb2312">`, gbk), "爱科技"],
    [
      "a meta tag after a comment with one",
      around("<!-- <meta charset=utf-8> --><meta charset=gbk>", gbk),
      "爱科技",
    ],
    [
      "a meta tag for servers",
      around(`<meta http-equiv="Content-Type" content="text/html; charset=gb18030">`, gbk),
      "爱科技",
    ],
    [
      "a meta tag within the first 1024 bytes of a body",
      around("<body><p><meta charset=gbk>", gbk),
      "爱科技",
    ],
    [
      "a meta tag far down in the body, which does not count",
      around(`<body><p>${" ".repeat(2000)}<meta charset=gbk>`, utf8("日本")),
      "日本",
    ],
    ["a meta tag in noscript", around("<noscript><meta charset=gbk></noscript>", gbk), "爱科技"],
    [
      "an unknown charset in the header",
      around("<meta charset=gbk>", gbk),
      "爱科技",
      "text/html; charset=none",
    ],
    ["quotes in the header", around("", gbk), "爱科技", "text/html; charset='gbk'"],
    [
      "a header that contradicts the page",
      around("<meta charset=gbk>", utf8("日本")),
      "日本",
      "text/html;charset=UTF-8",
    ],
    [
      "Korean beyond KS X 1001",
      around("<meta charset=euc-kr>", latin1("\x8c\x63\xb9\xe6\xb0\xa2\xc7\xcf")),
      "똠방각하",
    ],
    [
      "UTF-16 without a mark, which a page cannot claim",
      around("<meta charset=utf-16>", utf8("日本")),
      "日本",
    ],
    [
      "XML",
      Buffer.concat([
        latin1(
          '<?xml version="1.0" encoding="iso-8859-1"?><html xmlns="http://www.w3.org/1999/xhtml"><title>Th\xe9</title></html>',
        ),
      ]),
      "Thé",
      "application/xhtml+xml",
    ],
  ])("A page with %s has the title that Chromium shows", (_, bytes, title, contentType) => {
    expect(titleOf(bytes, contentType === undefined ? {} : { contentType })).toBe(title);
  });
});

describe("Text", () => {
  test.each([
    ["&lt;dialog&gt;: The Dialog element", "<dialog>: The Dialog element"],
    ["Vec&lt;T&gt; and Option&lt;T&gt;", "Vec<T> and Option<T>"],
    ["a&lt;b and c&gt;d explained", "a<b and c>d explained"],
    ["&lt;b&gt;bold&lt;/b&gt; or &lt;strong&gt;?", "<b>bold</b> or <strong>?"],
    ["Map<string, number> in 5 minutes", "Map<string, number> in 5 minutes"],
    ["Tom &amp;amp; Jerry", "Tom & Jerry"],
    ["x &lt; y &amp;&amp; y &gt; z", "x < y && y > z"],
  ])("%s is the same in a title, a meta tag, microdata and JSON", (source, text) => {
    expect(titleOf(`<title>${source}</title>`)).toBe(text);
    expect(titleOf(og({ "og:title": source }))).toBe(text);
    expect(
      titleOf(
        `<p itemscope itemtype="https://schema.org/Product"><meta itemprop="name" content="${source}"></p>`,
      ),
    ).toBe(text);
    expect(titleOf(jsonLd({ "@type": "Product", name: source }))).toBe(text);
    expect(readOembed(JSON.stringify({ title: source }))?.title).toBe(text);
  });

  test.each([
    ["<p>Three sizes.</p><p>One glaze.</p>", "Three sizes. One glaze."],
    ["First<br>second", "First second"],
    ["<ul><li>Blue</li><li>Fits &lt;5 cups&gt;</li></ul>", "Blue Fits <5 cups>"],
    ["The <em>only</em> mug", "The only mug"],
  ])("HTML in JSON is read as HTML: %s", (description, text) => {
    expect(read(jsonLd({ "@type": "Product", name: "Mug", description })).details.description).toBe(text);
  });

  test("A captured title keeps its angle brackets", () => {
    expect(cleanText("Vec<T> and <dialog>")).toBe("Vec<T> and <dialog>");
  });
});

describe("Prices", () => {
  const product = (offers: unknown) => jsonLd({ "@type": "Product", name: "Mug", offers });
  const priceOf = (page: string) => read(page).details.price;

  test.each<[unknown, string, string]>([
    ["149.000000", "EUR", "€149.00"],
    ["24.990000", "EUR", "€24.99"],
    ["2879.2", "BRL", "R$2879.20"],
    [2879.2, "BRL", "R$2879.20"],
    [19.990000000000002, "EUR", "€19.99"],
    ["19.990000000000002", "EUR", "€19.99"],
    ["2400.00", "JPY", "¥2400"],
    ["12.5", "KWD", "KWD 12.500"],
    ["1.125", "KWD", "KWD 1.125"],
    ["1.299", "EUR", "€1.299"],
    ["1,299.5", "GBP", "£1,299.5"],
    ["149.000", "VND", "₫149.000"],
    ["0.004", "USD", "$0.004"],
    ["12.00-18.50", "USD", "$12.00 – $18.50"],
    ["12 – 18", "USD", "$12 – $18"],
    ["۱۲۵۰۰۰", "IRR", "IRR ۱۲۵۰۰۰"],
    ["١٬٢٩٩٫٥", "SAR", "SAR ١٬٢٩٩٫٥"],
    ["१२५ रुपये", "INR", "१२५ रुपये"],
    ["２４００円", "JPY", "２４００円"],
    ["19.-", "CHF", "CHF 19.-"],
  ])("%o in %s is %s, in JSON-LD, microdata and meta tags", (price, priceCurrency, expected) => {
    expect(priceOf(product({ price, priceCurrency }))).toBe(expected);
    expect(
      priceOf(
        `<p itemscope itemtype="https://schema.org/Product"><b itemprop="offers" itemscope><meta itemprop="priceCurrency" content="${priceCurrency}"><i itemprop="price">${String(price)}</i></b></p>`,
      ),
    ).toBe(expected);
    expect(
      priceOf(og({ "product:price:amount": String(price), "product:price:currency": priceCurrency })),
    ).toBe(expected);
  });

  test.each<[string[], string, string]>([
    [["12.5", "1.125"], "KWD", "KWD 1.125 – KWD 12.500"],
    [["1.125", "12.5", "2.250"], "BHD", "BHD 1.125 – BHD 12.500"],
    [["1.299,00", "999,00"], "EUR", "€999,00 – €1.299,00"],
    [["۱۲۵", "۹۹"], "IRR", "IRR ۹۹ – IRR ۱۲۵"],
    [["0", "0.00", "5"], "EUR", "€5"],
  ])("Offers of %o in %s go %s", (prices, priceCurrency, expected) => {
    expect(priceOf(product(prices.map((price) => ({ price, priceCurrency }))))).toBe(expected);
  });

  test.each<[string, string, string]>([
    [
      "a sale price of zero",
      og({
        "product:sale_price:amount": "0",
        "product:price:amount": "24.99",
        "product:price:currency": "EUR",
      }),
      "€24.99",
    ],
    [
      "an empty sale price",
      og({ "product:sale_price:amount": "0.00 EUR", "og:price:amount": "24.99", "og:price:currency": "EUR" }),
      "€24.99",
    ],
    [
      "two amounts, the first a blank",
      `<meta property="og:price:amount" content="0"><meta property="og:price:amount" content="7"><meta property="og:price:currency" content="EUR">`,
      "€7",
    ],
    [
      "an offer of zero with a specification",
      product({ price: 0, priceCurrency: "EUR", priceSpecification: { price: "24.99" } }),
      "€24.99",
    ],
    [
      "a range of zero with a price",
      product({ lowPrice: 0, highPrice: 0, price: "24.99", priceCurrency: "EUR" }),
      "€24.99",
    ],
  ])("With %s, the first usable price counts", (_, page, expected) => {
    expect(priceOf(page)).toBe(expected);
  });

  const specified = (...priceSpecification: object[]) =>
    product({ "@type": "Offer", priceCurrency: "EUR", priceSpecification });
  test.each<[string, object[], string | null]>([
    [
      "a price per kilogram first",
      [{ price: "24.90", referenceQuantity: { value: 1, unitCode: "KGM" } }, { price: "9.96" }],
      "€9.96",
    ],
    [
      "a member's price first",
      [{ price: 8, validForMemberTier: { name: "Gold" } }, { price: "10.00" }],
      "€10.00",
    ],
    [
      "the price of a content",
      [
        {
          price: "81.00",
          referenceQuantity: { value: "4.5", unitCode: "ML", valueReference: { value: 100 } },
        },
      ],
      "€81.00",
    ],
    [
      "only a price per metre",
      [{ price: "3.50", referenceQuantity: { value: 1, unitCode: "MTR" } }],
      "€3.50",
    ],
    ["only a member's price", [{ price: "8.00", validForMemberTier: [{ name: "Gold" }] }], null],
    ["a price for many first", [{ price: "2", eligibleQuantity: { minValue: 10 } }, { price: "3" }], "€3"],
    [
      "a list price by id first",
      [{ price: "40", priceType: { "@id": "https://schema.org/ListPrice" } }, { price: "30" }],
      "€30",
    ],
    [
      "a regular and a sale price",
      [
        { price: "40", priceType: "https://schema.org/RegularPrice" },
        { price: "30", priceType: "SalePrice" },
      ],
      "€30",
    ],
  ])("With %s, the price of one piece today counts", (_, specifications, expected) => {
    expect(priceOf(specified(...specifications))).toBe(expected);
  });

  test("An offer for members is not everybody's", () => {
    expect(
      priceOf(
        product([
          { price: "8", priceCurrency: "EUR", validForMemberTier: { name: "Gold" } },
          { price: "10", priceCurrency: "EUR" },
        ]),
      ),
    ).toBe("€10");
  });
});

describe("Availability", () => {
  const sources: [string, (word: unknown) => string][] = [
    [
      "JSON-LD",
      (availability) => jsonLd({ "@type": "Product", name: "Mug", offers: { price: 5, availability } }),
    ],
    [
      "microdata",
      (word) =>
        `<p itemscope itemtype="https://schema.org/Product"><b itemprop="offers" itemscope><i itemprop="availability">${String(word)}</i></b></p>`,
    ],
    [
      "a link of microdata",
      (word) =>
        `<p itemscope itemtype="https://schema.org/Product"><b itemprop="offers" itemscope><link itemprop="availability" href="${String(word)}"></b></p>`,
    ],
    ["a meta tag", (word) => og({ "product:availability": String(word) })],
    ["another meta tag", (word) => og({ "og:availability": String(word) })],
  ];
  const words: [string, boolean | null][] = [
    ["Out of Stock", true],
    ["out_of_stock", true],
    ["oos", true],
    ["OutOfStock", true],
    ["https://schema.org/OutOfStock/", true],
    ["http://schema.org/SoldOut ", true],
    ["schema:Discontinued", true],
    ["Sold out!", true],
    ["https://schema.org/InStock", false],
    ["in stock", false],
    ["available for order", false],
    ["PreOrder", false],
    ["Not in stock on Mars", null],
    ["yes", null],
  ];
  test.each(
    sources.flatMap(([source, page]) =>
      words.map(([word, isSoldOut]) => ({ source, page, word, isSoldOut })),
    ),
  )("In $source, $word is sold out: $isSoldOut", ({ page, word, isSoldOut }) => {
    expect(read(page(word)).isSoldOut).toBe(isSoldOut);
  });

  test("A reference counts, and one offer that is left", () => {
    const [[, page]] = sources as [[string, (word: unknown) => string]];
    expect(read(page({ "@id": "https://schema.org/OutOfStock" })).isSoldOut).toBe(true);
    expect(read(page(["OutOfStock", { "@id": "schema:InStock" }])).isSoldOut).toBe(false);
  });
});

describe("JSON with mistakes", () => {
  const offer = `"offers":{"price":"5.00","priceCurrency":"EUR"}`;
  const block = (text: string) => `<script type="application/ld+json">${text}</script>`;
  test.each([
    [String.raw`\'`, String.raw`{"@type":"Product","name":"It\'s",${offer}}`],
    [String.raw`\x27`, String.raw`{"@type":"Product","name":"It\x27s",${offer}}`],
    ["two objects", `{"@type":"WebSite","name":"S"}{"@type":"Product","name":"It's",${offer}}`],
    ["two objects with a semicolon", `{"@type":"Thing"};\n{"@type":"Product","name":"It's",${offer}};`],
    ["comments", `{/* mug */"@type":"Product",// it\n"name":"It's",${offer}}`],
    ["encoded quotes", `{"@type":"Product","name":"It's",${offer}}`.replaceAll('"', "&quot;")],
    ["no value", `{"@type":"Product","name":"It's","sku":,${offer}}`],
    ["a quote in a text", `{"@type":"Product","name":"It's","description":"30" wide",${offer}}`],
    ["no comma", `{"@type":"Product","name":"It's"\n${offer}}`],
    ["a comma at the end", `{"@type":"Product","name":"It's",${offer},}`],
    ["a comment of HTML", `<!-- {"@type":"Product","name":"It's",${offer}} //-->`],
    [
      "a bracket that lacks",
      `{"@type":"Product","name":"It's","offers":{"price":"5.00","priceCurrency":"EUR"}`,
    ],
  ])("%s does not hide the price", (_, text) => {
    expect(read(block(text)).details).toMatchObject({ title: "It's", price: "€5.00" });
  });

  test("A block that is cut in a text is left out", () => {
    expect(read(`<title>Blue Mug</title>${block('{"@type":"Product","name":"Blue')}`).details.title).toBe(
      "Blue Mug",
    );
  });
});

describe("Addresses", () => {
  const imageOf = (page: string) => read(page).details.imageUrl;
  test.each([
    ["/img.jpg?w=1200&amp;s=abc"],
    ["/img.jpg?w=1200&s=abc"],
    ["/img.jpg?w=1200&amp;amp;s=abc"],
    ["/img.jpg?w=1200&#038;s=abc"],
    [" /img.jpg?w=1200\n&#x26;s=abc "],
  ])("%o is the same picture in a meta tag, microdata and JSON", (source) => {
    const expected = "https://shop.example/img.jpg?w=1200&s=abc";
    expect(imageOf(og({ "og:title": "Mug", "og:image": source }))).toBe(expected);
    expect(imageOf(jsonLd({ "@type": "Product", image: source }))).toBe(expected);
    expect(
      imageOf(
        `<p itemscope itemtype="https://schema.org/Product"><img itemprop="image" src="${source}"></p>`,
      ),
    ).toBe(expected);
  });

  test("A parameter that resembles an entity stays", () => {
    expect(imageOf(jsonLd({ "@type": "Product", image: "/i.jpg?a=1&copy=2&lt=3" }))).toBe(
      "https://shop.example/i.jpg?a=1&copy=2&lt=3",
    );
  });

  test.each([
    "portrait-681x1024.jpg",
    "print-11x14.jpg",
    "teaser_321x180.jpg",
    "kimono-image.jpg",
    "google-pixel.png",
    "mug-transparent.png",
    "film-coming-soon-poster.jpg",
    "my-placeholder.jpg",
    "spacer.webp",
    "logo.svg",
  ])("The picture %s counts, whatever it is called", (name) => {
    expect(imageOf(og({ "og:image": `/${name}` }))).toBe(`https://shop.example/${name}`);
    expect(imageOf(jsonLd({ "@type": "Product", image: `/${name}` }))).toBe(`https://shop.example/${name}`);
  });

  test.each([
    `<meta property="og:title twitter:title" content="Mug"><meta property="og:image twitter:image" content="/m.jpg">`,
    `<meta property="og:title" name="title" content="Mug"><meta name="twitter:image" property="x:y" content="/m.jpg">`,
    `<meta name="description" property=" og:title
      og:description" content="Mug"><meta itemprop="image" name="foo" content="/m.jpg">`,
  ])("A tag with two names counts for both: %s", (page) => {
    expect(read(page).details).toMatchObject({ title: "Mug", imageUrl: "https://shop.example/m.jpg" });
  });
});

test.each<[string, string | null]>([
  ["0; url=/a", "/a"],
  ["0;URL='/a'", "/a"],
  ['5 , url = "/a"/b', "/a"],
  ["0 /a", "/a"],
  ["0.5;/a", "/a"],
  ["; url=/a", "/a"],
  ["0;url=/a?x='y'", "/a?x='y'"],
  ["11; url=/a", null],
  ["300", null],
  ["0;", null],
  ["", null],
])("The refresh %o leads to %o", (refresh, to) => {
  expect(refreshTarget(refresh)).toBe(to);
});

test.each<[string, string, string | null]>([
  ["whose script leads there too", "location.replace('/a')", "https://shop.example/a"],
  ["whose script sets its address", "window.location.href = '/a'", "https://shop.example/a"],
  ["whose script sets its location", "top.location='/a'", "https://shop.example/a"],
  ["whose script only reads its address", "if (location.href === '/a') go()", null],
  ["without a script", "", null],
])("A refresh without script counts on a page %s", (_, script, to) => {
  const page = `<title>Redirecting…</title><noscript><meta http-equiv="refresh" content="0;url=/a"></noscript>`;
  expect(read(`${page}<script>${script}</script>`).refreshTo).toBe(to);
});

describe("Walls", () => {
  const noindex = `<meta name="robots" content="noindex, nofollow">`;
  const script = `<script src="/check.js"></script>`;
  const long = `<p>${"A page of its own has much to say. ".repeat(40)}</p>`;
  const CONSENT = "https://consent.example/m?continue=https%3A%2F%2Fwww.shop.example%2Fp%2F1%3Fx%3D1&hl=de";
  type Case = [string, string, Sent?];

  test.each<Case>([
    [
      "Anubis",
      `<title>Making sure you&#39;re not a bot!</title><script src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script>${long}`,
    ],
    ["Vercel", `<title>Vercel Security Checkpoint</title>${script}<p>We're verifying your browser</p>`],
    ["Fastly", `<title>Client Challenge</title><script src="/_fs-ch-1T1wmsGaOgGaSxcX/script.js"></script>`],
    [
      "Cloudflare in German",
      `<title>Einen Moment, bitte…</title>${noindex}<script>window._cf_chl_opt={}</script>`,
    ],
    [
      "Cloudflare in Japanese",
      `<title>しばらくお待ちください...</title><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>`,
    ],
    ["DataDome", `<title>shop.example</title><script src="https://ct.captcha-delivery.com/c.js"></script>`],
    ["a check in a language of its own", `<title>Ověřujeme prohlížeč</title>${noindex}${script}`],
    ["a page with the site's name only", `<title>Shop</title>${script}`],
    [
      "a sign-in",
      `<title>LinkedIn Login, Sign In | LinkedIn</title>${script}<form><input><input type="password"></form>`,
    ],
    [
      "a sign-in after a redirect",
      `<title>Přihlášení</title>${og({ "og:title": "Přihlášení" })}<input type=password>`,
      { address: "https://shop.example/login", asked: ADDRESS },
    ],
    [
      "a consent with the way back",
      `<title>Bevor Sie zu YouTube weitergehen</title>${long}`,
      { address: CONSENT, asked: "https://shop.example/p/1?x=1" },
    ],
    [
      "a sign-in with the way back",
      `<title>Entrar</title>${long}`,
      { address: "https://shop.example/entrar?next=%2Fp%2F1", asked: ADDRESS },
    ],
    [
      "a gate of another host",
      `<title>DPG Media Privacy Gate</title>${script}<div id=app></div>`,
      { address: "https://myprivacy.example/consent", asked: ADDRESS },
    ],
    ["a title of a wall", `<title>Just a moment...</title>`],
    ["a title of a wall and its maker", `<title>Attention Required! | Cloudflare</title>`],
    ["a title of a wall and its site", `<title>Access denied | shop.example</title>`],
    ["a title of a wall and a name", `<title>Bloomberg - Are you a robot?</title>${script}`],
    ["a sign-in by its title", `<title>Login • Photos</title>${script}`],
    ["a sign-in by its title twice", `<title>Photos Login, Sign In | Photos</title>${script}`],
    ["a heading of a wall", `<h1>Please verify you are a human</h1>`],
  ])("%s is a wall", (_, page, sent) => {
    expect(read(page, { asked: ADDRESS, ...sent }).isWall).toBe(true);
  });

  test.each<Case>([
    ["Forbidden Planet", `<title>Forbidden Planet - comics and toys</title>`],
    ["Blocked drains", `<title>Blocked drains London</title>`],
    ["Cabins", `<title>Log in cabins for rent</title>`],
    ["A novel", `<title>Forbidden | A novel by Ada</title>${script}`],
    ["A band", `<title>Blocked</title>${script}${long}`],
    [
      "A small site behind a short link",
      `<title>Blocked drains London</title>${script}<p>${"We come at once. ".repeat(12)}</p>`,
      { asked: "https://sho.rt/x" },
    ],
    ["A poem", `<title>Just a moment of your time</title>`],
    ["An article about a check", `<title>Access denied</title>${long}`],
    ["A shop with a sign-in", `<title>Shop</title>${script}<input type=password>${long}`],
    [
      "A sign-in's own page that says how to share it",
      `<title>Log in</title>${og({ "og:title": "Log in to Shop" })}<input type=password>`,
    ],
    ["An app that draws itself", `<title>Kiln Timer</title>${script}<div id=root></div>`],
    [
      "A front page with the site's name",
      `<title>Shop</title>${script}`,
      { address: "https://shop.example/", asked: "https://shop.example/" },
    ],
    [
      "A page that Cloudflare watches",
      `<title>Blocked drains London</title><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`,
    ],
    [
      "A page that a short link leads to",
      `<title>A plain page</title>`,
      { address: ADDRESS, asked: "https://sho.rt/x" },
    ],
    [
      "A product that robots may not index",
      `${noindex}${script}${jsonLd({ "@type": "Product", name: "Mug" })}`,
    ],
    [
      "A page that repeats its own address",
      `<title>Mug</title>${og({ "og:title": "Mug" })}`,
      { address: "https://shop.example/de/p/1?from=%2Fp%2F1", asked: ADDRESS },
    ],
  ])("%s is no wall", (_, page, sent) => {
    expect(read(page, { asked: ADDRESS, ...sent }).isWall).toBe(false);
  });
});

test("A page that is cut or changed anywhere is read without an error, within bounds", () => {
  const page = Buffer.from(
    html(
      `<title>Mug &amp; more</title>${og({ "og:title": "Mug", "og:image": "/a.jpg?x=1&amp;y=2", "product:price:amount": "5" })}<link rel=icon href=/i.png>${jsonLd({ "@type": "Product", name: "Mug", description: "<p>It's &lt;big&gt;</p>", offers: [{ price: "5.00", priceCurrency: "EUR", availability: { "@id": "OutOfStock" } }] })}`,
      `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Mug</b></div>`,
    ),
  );
  const change = fc.record({ at: fc.nat(page.length - 1), byte: fc.integer({ min: 0, max: 255 }) });
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 12 }),
      fc.nat(page.length),
      fc.constantFrom(
        "text/html",
        "",
        "text/html; charset=gbk",
        "application/xhtml+xml",
        "text/html; charset=utf-16",
      ),
      (changes, length, contentType) => {
        const bytes = Uint8Array.from(page.subarray(0, length));
        for (const { at, byte } of changes) if (at < length) bytes[at] = byte;
        const { details, images, icons, refreshTo } = read(bytes, { contentType });
        expect(details.title?.length ?? 0).toBeLessThanOrEqual(2400);
        expect(details.price?.length ?? 0).toBeLessThanOrEqual(40);
        expect(images.length).toBeLessThanOrEqual(6);
        for (const url of [...images, ...icons, refreshTo ?? ADDRESS]) expect(url).toMatch(/^https?:/);
      },
    ),
    { numRuns: 300 },
  );
});
