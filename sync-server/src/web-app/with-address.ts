import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { etagOf, textOf, type WebApp } from "./load-web-app.ts";

const LANDING = "/landing.html";
const SOCIAL_PICTURE = {
  path: "/icons/shelv-social.png",
  width: 1200,
  height: 630,
  alt: "A wooden shelf with things standing on it",
};

/** Adds the public URL, which the build does not know: social networks accept only absolute URLs. */
export async function withAddress(files: WebApp, publicUrl: string | null): Promise<WebApp> {
  const landing = files.get(LANDING);
  if (publicUrl === null || !landing) return files;
  const html = textOf(landing).replace("</head>", () => `${tagsOf(publicUrl)}</head>`);
  const plain = new TextEncoder().encode(html);
  const [brotli, gzipped, etag] = await Promise.all([
    compressBrotli(plain),
    compressGzip(plain),
    etagOf(plain),
  ]);
  const built = { ...landing, plain, etag, brotli: new Uint8Array(brotli), gzip: new Uint8Array(gzipped) };
  return new Map([...files, [LANDING, built]]);
}

const compressBrotli = promisify<Uint8Array, Buffer>(brotliCompress);
const compressGzip = promisify<Uint8Array, Buffer>(gzip);

function tagsOf(publicUrl: string): string {
  const { path, width, height, alt } = SOCIAL_PICTURE;
  const facts = {
    "og:url": `${publicUrl}/`,
    "og:image": publicUrl + path,
    "og:image:width": width,
    "og:image:height": height,
    "og:image:alt": alt,
  };
  const described = Object.entries(facts).map(
    ([property, content]) => `<meta property="${property}" content="${content}">`,
  );
  return [
    `<link rel="canonical" href="${publicUrl}/">`,
    ...described,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join("");
}
