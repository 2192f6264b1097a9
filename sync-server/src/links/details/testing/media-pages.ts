import { html, jsonLd, og, page } from "./test-page.ts";

export const MEDIA_PAGES = [
  page(
    "/video/watch",
    html(
      `<title>How to throw a mug - Tube</title>${og({ "og:site_name": "Tube", "og:title": "How to throw a mug", "og:description": "In ten minutes.", "og:image": "ORIGIN/vi/maxres.jpg", "og:type": "video.other" })}${jsonLd({ "@type": "VideoObject", name: "How to throw a mug", thumbnailUrl: ["ORIGIN/vi/hq.jpg"], uploadDate: "2026-01-01" })}`,
    ),
    {
      title: "How to throw a mug",
      description: "In ten minutes.",
      siteName: "Tube",
      imageUrl: "ORIGIN/vi/maxres.jpg",
    },
  ),
  page(
    "/video/json-ld-only",
    html(
      jsonLd({
        "@type": "VideoObject",
        name: "Glazing",
        description: "A film.",
        thumbnailUrl: "ORIGIN/vi/glaze.jpg",
      }),
    ),
    { title: "Glazing", description: "A film.", imageUrl: "ORIGIN/vi/glaze.jpg" },
  ),
  page(
    "/oembed/page",
    html(
      `<link rel="alternate" type="application/json+oembed" href="ORIGIN/oembed/answer.json?url=x&amp;format=json" title="x">`,
    ),
    {
      title: "Only in oEmbed",
      description: "Ada",
      siteName: "Embeds",
      imageUrl: "ORIGIN/thumb.jpg",
    },
  ),
  page(
    "/oembed/answer.json",
    JSON.stringify({
      version: "1.0",
      type: "video",
      title: "Only in oEmbed",
      author_name: "Ada",
      provider_name: "Embeds",
      thumbnail_url: "ORIGIN/thumb.jpg",
    }),
    "link-unreadable",
    { headers: { "content-type": "application/json" } },
  ),
  page(
    "/oembed/broken",
    html(
      `<title>Page of its own</title><link rel="alternate" type="application/json+oembed" href="/nowhere.json">`,
    ),
    { title: "Page of its own" },
  ),
  page(
    "/music/track",
    html(
      `<title>Kiln - song by The Potters | Tunes</title>${og({ "og:site_name": "Tunes", "og:title": "Kiln", "og:description": "The Potters · Song · 2026", "og:image": "ORIGIN/cover640.jpg", "og:type": "music.song" })}${jsonLd({ "@type": "MusicRecording", name: "Kiln", byArtist: { "@type": "MusicGroup", name: "The Potters" } })}`,
    ),
    {
      title: "Kiln",
      description: "The Potters · Song · 2026",
      siteName: "Tunes",
      imageUrl: "ORIGIN/cover640.jpg",
    },
  ),
  page(
    "/music/album",
    html(
      jsonLd({
        "@type": "MusicAlbum",
        name: "Earthenware",
        image: "ORIGIN/album.jpg",
        byArtist: { name: "The Potters" },
        track: { "@type": "ItemList", itemListElement: [{ "@type": "MusicRecording", name: "Kiln" }] },
      }),
    ),
    { title: "Earthenware", imageUrl: "ORIGIN/album.jpg" },
  ),
  page(
    "/podcast/episode",
    html(
      `${og({ "og:title": "12: Clay", "og:site_name": "Pods" })}${jsonLd({ "@type": "PodcastEpisode", name: "12: Clay", description: "We talk about clay.", image: "ORIGIN/pod.png", partOfSeries: { "@type": "PodcastSeries", name: "Mud" } })}`,
    ),
    { title: "12: Clay", description: "We talk about clay.", siteName: "Pods", imageUrl: "ORIGIN/pod.png" },
  ),
  page(
    "/recipe",
    html(
      `<title>The best ever bread you will bake | Food Blog</title>${og({ "og:title": "The best ever bread you will bake", "og:site_name": "Food Blog", "og:image": "ORIGIN/wide.jpg" })}${jsonLd(
        {
          "@context": "https://schema.org",
          "@graph": [
            { "@type": "Article", headline: "The best ever bread you will bake" },
            {
              "@type": ["Recipe"],
              name: "Bread",
              description: "Flour, water, salt.",
              image: ["ORIGIN/bread.jpg", "ORIGIN/bread-2.jpg"],
            },
          ],
        },
      )}`,
    ),
    {
      title: "Bread",
      description: "Flour, water, salt.",
      siteName: "Food Blog",
      imageUrl: "ORIGIN/bread.jpg",
    },
  ),
  page(
    "/event",
    html(
      jsonLd({
        "@type": "MusicEvent",
        name: "The Potters live",
        startDate: "2026-05-01",
        location: { "@type": "Place", name: "Hall" },
        image: "ORIGIN/live.jpg",
        offers: { "@type": "Offer", price: "25", priceCurrency: "EUR", url: "ORIGIN/tickets" },
      }),
    ),
    { title: "The Potters live", price: "€25", imageUrl: "ORIGIN/live.jpg" },
  ),
  page(
    "/article",
    html(
      `<title>Why clay cracks - The Daily</title><meta name="author" content="Ada">${og({ "og:title": "Why clay cracks", "og:description": "It dries unevenly.", "og:image": "ORIGIN/crack.jpg", "og:url": "ORIGIN/article" })}${jsonLd({ "@type": "NewsArticle", headline: "Why clay cracks", publisher: { "@type": "Organization", name: "The Daily" }, image: ["ORIGIN/crack-square.jpg"] })}`,
    ),
    {
      title: "Why clay cracks",
      description: "It dries unevenly.",
      siteName: "The Daily",
      imageUrl: "ORIGIN/crack.jpg",
      canonicalUrl: "ORIGIN/article",
    },
  ),
  page(
    "/amp/article",
    html(
      `<link rel="canonical" href="ORIGIN/article"><script async src="https://cdn.ampproject.org/v0.js"></script><title>Why clay cracks</title>${jsonLd({ "@type": "NewsArticle", headline: "Why clay cracks", image: { "@type": "ImageObject", url: "ORIGIN/crack.jpg", width: 1200, height: 800 } })}`,
      "<p>Text</p>",
      "⚡",
    ),
    { title: "Why clay cracks", imageUrl: "ORIGIN/crack.jpg", canonicalUrl: "ORIGIN/article" },
  ),
  page(
    "/book",
    html(
      jsonLd({
        "@type": "Book",
        name: "A Potter's Book",
        author: { "@type": "Person", name: "B. Leach" },
        image: "ORIGIN/book.jpg",
      }),
    ),
    { title: "A Potter's Book", imageUrl: "ORIGIN/book.jpg" },
  ),
  page(
    "/app",
    html(
      `<title>Kiln Timer on the App Store</title>${jsonLd({ "@type": "SoftwareApplication", name: "Kiln Timer", description: "Times a kiln.", image: "ORIGIN/app.png", offers: { "@type": "Offer", price: 0, priceCurrency: "USD" } })}`,
    ),
    { title: "Kiln Timer", description: "Times a kiln.", imageUrl: "ORIGIN/app.png" },
  ),
  page(
    "/social/profile",
    html(
      `<title>Ada (@ada) • Photos</title>${og({ "og:title": "Ada (@ada)", "og:description": "1,024 followers", "og:image": "ORIGIN/ada.jpg", "og:site_name": "Photos" })}`,
    ),
    { title: "Ada (@ada)", description: "1,024 followers", siteName: "Photos", imageUrl: "ORIGIN/ada.jpg" },
  ),
  page(
    "/course",
    html(
      jsonLd({
        "@type": "Course",
        name: "Pottery for beginners",
        description: "Six evenings.",
        provider: { "@type": "Organization", name: "School" },
        offers: [{ "@type": "Offer", price: 180, priceCurrency: "GBP" }],
      }),
    ),
    { title: "Pottery for beginners", description: "Six evenings.", price: "£180" },
  ),
  page(
    "/restaurant",
    html(
      jsonLd({
        "@type": "Restaurant",
        name: "The Kiln",
        priceRange: "$$",
        image: "ORIGIN/kiln.jpg",
        address: "1 High Street",
      }),
    ),
    { title: "The Kiln", imageUrl: "ORIGIN/kiln.jpg" },
  ),
];
