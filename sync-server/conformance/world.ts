/**
 * Two owners with one of everything, a user without a username, and a visitor. Rows are read from the
 * database, so the world does not track them.
 */
import { v7 as uuid } from "uuid";
import { sha256Of } from "#pictures/store-picture";
import { servePages } from "#links/details/testing/serve-pages";
import { html, page } from "#links/details/testing/test-page";
import type { Browser } from "#testing/browser";
import { startTestServer, type TestServer } from "#testing/open-test-server";
import { picture } from "#testing/pictures";

export type OwnedKind = "shelf" | "item" | "category" | "picture";

export type Owner = { username: string; userId: string; browser: Browser; clientId: string };

/** No name server listens here: an added domain stays waiting. */
const UNUSED_DNS = "127.0.0.1:9";

export class World {
  readonly server: TestServer;
  readonly siteUrl: string;
  readonly addresses: string[] = [];
  readonly visitor: Browser;
  #people = 0;

  private constructor(server: TestServer, siteUrl: string) {
    this.server = server;
    this.siteUrl = siteUrl;
    this.visitor = server.browser();
  }

  static async open(env: Record<string, string> = {}): Promise<World> {
    const png = await picture("png", { width: 100, height: 100 });
    const site = await servePages([
      page("/page", html("<title>A page</title>"), {}),
      page("/picture.png", png, {}, { headers: { "content-type": "image/png" } }),
    ]);
    const server = await startTestServer({
      env: {
        PLAN_LIMITS: "off",
        PUBLIC_URL: "http://localhost:3000",
        DNS_SERVERS: UNUSED_DNS,
        OUTBOUND_ALLOW: site.allow,
        ...env,
      },
    });
    const close = async () => {
      await server.close();
      await site.stop();
    };
    return new World({ ...server, close }, site.origin);
  }

  async newcomer(name = `person-${this.#people}`): Promise<Browser> {
    this.#people += 1;
    const browser = this.server.browser();
    const address = `${name}@post.example`;
    this.addresses.push(address);
    await this.#signIn(browser, address);
    return browser;
  }

  async signedInAgain({ browser, username }: Owner): Promise<void> {
    if (!browser.cookies.has("shelv-session")) await this.#signIn(browser, `${username}@post.example`);
  }

  async #signIn(browser: Browser, email: string): Promise<void> {
    // This wait avoids the rate limits on codes.
    this.server.wait(60 * 60_000);
    await browser.post("/api/auth/send-code", { email });
    await browser.post("/api/auth/verify-code", { code: await this.server.codeFor(email) });
  }

  async owner(name = `person-${this.#people}`): Promise<Owner> {
    const browser = await this.newcomer(name);
    const { user } = (await (
      await browser.post("/api/auth/complete-registration", { username: name })
    ).json()) as { user: { id: string } };
    return { username: name, userId: user.id, browser, clientId: uuid() };
  }

  async idsOf({ userId }: Owner, kind: OwnedKind): Promise<string[]> {
    const { reader } = this.server.services.db;
    if (kind === "picture") {
      return (
        await reader
          .selectFrom("blob")
          .select("sha256")
          .where("user_id", "=", userId)
          .orderBy("created_at")
          .execute()
      ).map((row) => row.sha256);
    }
    return (
      await reader.selectFrom(kind).select("id").where("user_id", "=", userId).orderBy("created_at").execute()
    ).map((row) => row.id);
  }

  async some(owner: Owner, kind: OwnedKind): Promise<string> {
    return (await this.idsOf(owner, kind)).at(-1) ?? this.make(owner, kind);
  }

  async make(owner: Owner, kind: OwnedKind): Promise<string> {
    const { browser, username, userId } = owner;
    if (kind === "picture") {
      const bytes = await picture("png", { width: 8, height: 8 });
      const sha256 = sha256Of(bytes);
      await browser.send("PUT", `/api/blobs/${sha256}`, { body: bytes, headers: { "X-User": userId } });
      return sha256;
    }
    const name = `One of ${username}`;
    const shelf = kind === "shelf" ? "" : `/api/shelves/${await this.some(owner, "shelf")}`;
    const made =
      kind === "shelf"
        ? await browser.post("/api/shelves", { name })
        : kind === "category"
          ? await browser.post(`${shelf}/categories`, { name })
          : await browser.form("POST", `${shelf}/items`, { title: name, url: "https://example.org/" });
    return ((await made.json()) as { id: string }).id;
  }
}
