import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface SitePage {
  title: string;
  description?: string;
  price?: string;
  hasPicture?: boolean;
}

export class LinkedSite {
  readonly #server: Server;
  readonly #pages = new Map<string, SitePage | number>();
  readonly #waiting: { path: string; answer: ServerResponse }[] = [];
  readonly #picture: Buffer;
  #isHeld = false;

  private constructor(picture: Buffer) {
    this.#picture = picture;
    this.#server = createServer(({ url: asked = "/" }, answer) => {
      const [url = "/"] = asked.split("?");
      if (url === "/picture.jpg")
        return void answer.setHeader("Content-Type", "image/jpeg").end(this.#picture);
      if (this.#isHeld) return void this.#waiting.push({ path: url, answer });
      return this.#answer(url, answer);
    });
  }

  static async start(picture: Buffer): Promise<LinkedSite> {
    const site = new LinkedSite(picture);
    site.#server.listen(0, "127.0.0.1");
    await once(site.#server, "listening");
    return site;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  put(path: string, page: SitePage | number): string {
    this.#pages.set(path, page);
    return `http://${this.host}${path}`;
  }

  /** Pages answer after `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    for (const { path, answer } of this.#waiting.splice(0)) this.#answer(path, answer);
  }

  get isAsked(): boolean {
    return this.#waiting.length > 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #answer(path: string, answer: ServerResponse): void {
    const page = this.#pages.get(path) ?? 404;
    answer.setHeader("Content-Type", "text/html; charset=utf-8");
    if (typeof page === "number") answer.writeHead(page).end("<!doctype html><title>No</title>");
    else answer.end(htmlOf(page));
  }
}

function htmlOf({ title, description, price, hasPicture = false }: SitePage): string {
  const [amount, currency] = price?.split(" ") ?? [];
  const product = {
    "@context": "https://schema.org",
    "@type": "Product",
    name: title,
    ...(price === undefined ? {} : { offers: { "@type": "Offer", price: amount, priceCurrency: currency } }),
  };
  return [
    `<!doctype html><html lang="en"><title>${title}</title>`,
    `<meta property="og:title" content="${title}">`,
    description === undefined ? "" : `<meta property="og:description" content="${description}">`,
    hasPicture ? '<meta property="og:image" content="/picture.jpg">' : "",
    `<script type="application/ld+json">${JSON.stringify(product)}</script>`,
  ].join("\n");
}
