import { html, jsonLd, og, page } from "./test-page.ts";

const product = (more: object) => ({
  "@context": "https://schema.org/",
  "@type": "Product",
  name: "Blue Mug",
  ...more,
});
const offer = (more: object) => ({ "@type": "Offer", ...more });

export const SHOP_PAGES = [
  page(
    "/shopify/products/blue-mug",
    html(
      `<title>Blue Mug &ndash; Clay &amp; Co</title>
      <link rel="canonical" href="ORIGIN/shopify/products/blue-mug">
      <link rel="shortcut icon" href="//127.0.0.1/favicon_32x32.png" type="image/png">
      ${og({ "og:site_name": "Clay &amp; Co", "og:title": "Blue Mug", "og:type": "product", "og:description": "Thrown by hand.", "og:image": "http://127.0.0.1/cdn/blue-mug_1200x1200.jpg?v=1", "og:image:width": "1200", "og:image:height": "1200", "og:price:amount": "24.00", "og:price:currency": "USD" })}
      ${jsonLd(product({ description: "Thrown by hand, glazed in blue.", image: ["ORIGIN/cdn/mug.jpg?v=1"], offers: [offer({ price: "24.00", priceCurrency: "USD", availability: "https://schema.org/InStock" })] }))}`,
    ),
    {
      title: "Blue Mug",
      description: "Thrown by hand.",
      siteName: "Clay & Co",
      price: "$24.00",
      imageUrl: "ORIGIN/cdn/mug.jpg?v=1",
      canonicalUrl: "ORIGIN/shopify/products/blue-mug",
      icon: "http://127.0.0.1/favicon_32x32.png",
    },
  ),
  page(
    "/json-ld/array",
    html(
      `<title>Shop</title>${jsonLd([{ "@type": "WebSite", name: "Cups" }, product({ image: { "@type": "ImageObject", url: "/i/mug.webp" }, offers: offer({ price: 19.9, priceCurrency: "EUR" }) })])}`,
    ),
    {
      title: "Blue Mug",
      siteName: "Cups",
      price: "€19.90",
      imageUrl: "ORIGIN/i/mug.webp",
    },
  ),
  page(
    "/json-ld/graph",
    html(
      `<title>Blue Mug - Yoast Shop</title>${jsonLd({ "@context": "https://schema.org", "@graph": [{ "@type": "WebPage", "@id": "#page", name: "Blue Mug - Yoast Shop" }, { "@type": "WebSite", "@id": "#site", name: "Yoast Shop" }, { "@type": "BreadcrumbList", itemListElement: [{ "@type": "ListItem", position: 1, name: "Home" }] }, product({ "@id": "#product", image: { "@id": "#image" }, offers: { "@id": "#offer" } }), { "@type": "ImageObject", "@id": "#image", url: "ORIGIN/graph.png" }, offer({ "@id": "#offer", price: "1,299.00", priceCurrency: "GBP" })] })}`,
    ),
    { title: "Blue Mug", siteName: "Yoast Shop", price: "£1,299.00", imageUrl: "ORIGIN/graph.png" },
  ),
  page(
    "/json-ld/range",
    html(
      jsonLd(
        product({
          description: "<p>Three sizes.</p><p>One glaze.</p>",
          offers: {
            "@type": "AggregateOffer",
            lowPrice: "12",
            highPrice: "18",
            priceCurrency: "USD",
            offerCount: 3,
          },
        }),
      ),
    ),
    {
      title: "Blue Mug",
      description: "Three sizes. One glaze.",
      price: "$12 – $18",
    },
  ),
  page(
    "/json-ld/range-of-one",
    html(
      jsonLd(
        product({
          offers: { "@type": "AggregateOffer", lowPrice: 12.5, highPrice: 12.5, priceCurrency: "USD" },
        }),
      ),
    ),
    { title: "Blue Mug", price: "$12.50" },
  ),
  page(
    "/json-ld/sale",
    html(
      jsonLd(
        product({
          offers: offer({
            priceCurrency: "USD",
            priceSpecification: [
              {
                "@type": "UnitPriceSpecification",
                priceType: "https://schema.org/StrikethroughPrice",
                price: "40.00",
                priceCurrency: "USD",
              },
              { "@type": "UnitPriceSpecification", price: "29.99", priceCurrency: "USD" },
            ],
          }),
        }),
      ),
    ),
    { title: "Blue Mug", price: "$29.99" },
  ),
  page(
    "/json-ld/price-text",
    html(jsonLd(product({ offers: offer({ price: "from 5 €", priceCurrency: "EUR" }) }))),
    { title: "Blue Mug", price: "from 5 €" },
  ),
  page(
    "/json-ld/price-comma",
    html(jsonLd(product({ offers: offer({ price: "1.299,00", priceCurrency: "EUR" }) }))),
    { title: "Blue Mug", price: "€1.299,00" },
  ),
  page(
    "/json-ld/price-with-sign",
    html(jsonLd(product({ offers: offer({ price: "$24.00", priceCurrency: "USD" }) }))),
    { title: "Blue Mug", price: "$24.00" },
  ),
  page(
    "/json-ld/price-zero",
    html(jsonLd(product({ offers: offer({ price: "0.00", priceCurrency: "USD" }) }))),
    { title: "Blue Mug" },
  ),
  page("/json-ld/price-missing", html(jsonLd(product({ offers: offer({ priceCurrency: "USD" }) }))), {
    title: "Blue Mug",
  }),
  page(
    "/json-ld/yen",
    html(jsonLd(product({ name: "青いマグ", offers: offer({ price: 2400, priceCurrency: "JPY" }) }))),
    { title: "青いマグ", price: "¥2400" },
  ),
  page(
    "/json-ld/kronor",
    html(jsonLd(product({ name: "Blå mugg", offers: offer({ price: "199", priceCurrency: "SEK" }) }))),
    { title: "Blå mugg", price: "199 kr" },
  ),
  page(
    "/json-ld/francs",
    html(jsonLd(product({ offers: offer({ price: "24.50", priceCurrency: "CHF" }) }))),
    { title: "Blue Mug", price: "CHF 24.50" },
  ),
  page(
    "/json-ld/variants",
    html(
      jsonLd({
        "@context": "https://schema.org",
        "@type": "ProductGroup",
        name: "Mug",
        hasVariant: [
          product({
            name: "Mug, small",
            image: "ORIGIN/small.jpg",
            offers: offer({ price: "10", priceCurrency: "USD" }),
          }),
          product({ name: "Mug, large", offers: offer({ price: "14", priceCurrency: "USD" }) }),
        ],
      }),
    ),
    { title: "Mug", price: "$10 – $14", imageUrl: "ORIGIN/small.jpg" },
  ),
  page(
    "/json-ld/related",
    html(
      `${og({ "og:title": "Blue Mug" })}${jsonLd(product({ url: "ORIGIN/json-ld/related", image: "/own.jpg", offers: offer({ price: "9.50", priceCurrency: "USD" }), isRelatedTo: [product({ name: "Teapot", offers: offer({ price: "99", priceCurrency: "USD" }) })] }))}${jsonLd(product({ name: "Saucer", url: "ORIGIN/saucer", offers: offer({ price: "4", priceCurrency: "USD" }) }))}`,
    ),
    { title: "Blue Mug", price: "$9.50", imageUrl: "ORIGIN/own.jpg" },
  ),
  page(
    "/json-ld/list",
    html(
      `<title>All mugs | Cups</title>${og({ "og:site_name": "Cups" })}${jsonLd([product({ name: "Mug A", url: "/a", offers: offer({ price: "1", priceCurrency: "USD" }) }), product({ name: "Mug B", url: "/b", offers: offer({ price: "2", priceCurrency: "USD" }) })])}`,
    ),
    { title: "All mugs", siteName: "Cups" },
  ),
  page(
    "/json-ld/item-list",
    html(
      `<title>Sale</title>${jsonLd({ "@type": "ItemList", itemListElement: [{ "@type": "ListItem", item: product({ offers: offer({ price: "1", priceCurrency: "USD" }) }) }] })}`,
    ),
    { title: "Sale" },
  ),
  page(
    "/json-ld/broken",
    html(
      `<title>Blue Mug</title>${jsonLd('{"@type":"Product","name":"Blue')}${og({ "product:price:amount": "7.00", "product:price:currency": "EUR" })}`,
    ),
    { title: "Blue Mug", price: "€7.00" },
  ),
  page(
    "/json-ld/commented",
    html(
      jsonLd(
        '\n<!--\n{"@type":"Product","name":"Blue Mug","offers":{"price":"8.00","priceCurrency":"USD"},}\n//-->'.replace(
          "//-->",
          "-->",
        ),
      ),
    ),
    { title: "Blue Mug", price: "$8.00" },
  ),
  page(
    "/json-ld/line-breaks",
    html(
      jsonLd(
        '{"@type":"Product","name":"Blue Mug","description":"First line\nsecond line","offers":{"price":"8.00","priceCurrency":"USD"}}',
      ),
    ),
    { title: "Blue Mug", description: "First line second line", price: "$8.00" },
  ),
  page(
    "/json-ld/entities",
    html(
      jsonLd(
        product({ name: "Tom &amp; Jerry&#39;s Mug", offers: offer({ price: "8", priceCurrency: "USD" }) }),
      ),
    ),
    { title: "Tom & Jerry's Mug", price: "$8" },
  ),
  page(
    "/json-ld/sold-out",
    html(
      jsonLd(
        product({
          offers: offer({ price: "8", priceCurrency: "USD", availability: "http://schema.org/OutOfStock" }),
        }),
      ),
    ),
    { title: "Blue Mug", price: "$8" },
  ),
  page(
    "/microdata/product",
    html(
      "<title>Buy it</title>",
      `<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Blue Mug</h1><img itemprop="image" src="../img/mug.jpg" alt="">
      <p itemprop="description">Holds 0.3&nbsp;l.</p><div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><span itemprop="priceCurrency" content="EUR">€</span><span itemprop="price" content="19.50">19,50</span><link itemprop="availability" href="http://schema.org/InStock"></div></div>`,
    ),
    { title: "Blue Mug", description: "Holds 0.3 l.", price: "€19.50", imageUrl: "ORIGIN/img/mug.jpg" },
  ),
  page(
    "/microdata/text-price",
    html(
      "",
      `<article itemscope itemtype="https://schema.org/Product"><span itemprop="name">Teapot</span> <span itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">35,00 €</b></span></article>`,
    ),
    { title: "Teapot", price: "35,00 €" },
  ),
  page(
    "/meta/sale-price",
    html(
      og({
        "og:title": "Coat",
        "og:type": "product",
        "product:price:amount": "120.00",
        "product:price:currency": "USD",
        "product:sale_price:amount": "89.00",
        "product:sale_price:currency": "USD",
      }),
    ),
    { title: "Coat", price: "$89.00" },
  ),
  page(
    "/meta/twitter-labels",
    html(
      `<meta name="twitter:title" content="Print"><meta name="twitter:label1" content="Price"><meta name="twitter:data1" content="£15.00"><meta name="twitter:image" content="/print.jpg">`,
    ),
    {
      title: "Print",
      price: "£15.00",
      imageUrl: "ORIGIN/print.jpg",
    },
  ),
  page(
    "/etsy/listing/1/print",
    html(
      `<title>Print of a fox - Etsy</title><meta name="description" content="Printed on cotton paper.">${og({ "og:site_name": "Etsy", "og:title": "Print of a fox - Etsy", "og:image": "ORIGIN/fox.jpg" })}${jsonLd({ "@type": "Product", name: "Print of a fox", image: [{ "@type": "ImageObject", contentURL: "x", contentUrl: "ORIGIN/fox-full.jpg" }], offers: { "@type": "AggregateOffer", lowPrice: "18.00", highPrice: "42.00", priceCurrency: "USD", availability: "InStock" } })}`,
    ),
    {
      title: "Print of a fox",
      description: "Printed on cotton paper.",
      siteName: "Etsy",
      price: "$18.00 – $42.00",
      imageUrl: "ORIGIN/fox-full.jpg",
    },
  ),
  page(
    "/amazon/dp/B01",
    html(
      `<title>Amazon.com: Blue Mug, 300 ml : Home &amp; Kitchen</title><meta name="description" content="Amazon.com: Blue Mug, 300 ml : Home &amp; Kitchen"><link rel="canonical" href="ORIGIN/Blue-Mug/dp/B01"><link rel="icon" href="/favicon.ico">`,
    ),
    {
      title: "Amazon.com: Blue Mug, 300 ml : Home & Kitchen",
      description: "Amazon.com: Blue Mug, 300 ml : Home & Kitchen",
      canonicalUrl: "ORIGIN/Blue-Mug/dp/B01",
      icon: "ORIGIN/favicon.ico",
    },
  ),
];
