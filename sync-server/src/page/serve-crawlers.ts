/** Sitemaps need absolute URLs, so they exist only with a public URL. */
import { setImmediate } from "node:timers/promises";
import { SCREEN_PATHS, SERVER_PATHS } from "@shelv/contract/paths";
import type { Context, Hono } from "hono";
import type { Kysely } from "kysely";
import { flagIn } from "#database/dialect";
import type { Schema } from "#database/schema";

/** The protocol allows 50,000 lists of 50,000 addresses; one of these takes a few ms. */
const ADDRESSES_PER_LIST = 500;
const CACHED_MS = 60 * 60_000;
const CACHE_CONTROL = `public, max-age=${CACHED_MS / 1000}`;

type CrawlerDeps = {
  reader: Kysely<Schema>;
  publicUrl: string | null;
  now: () => Date;
  addressesPerList?: number;
};

export function serveCrawlers(
  app: Hono,
  { reader, publicUrl, now, addressesPerList = ADDRESSES_PER_LIST }: CrawlerDeps,
): void {
  app.get("/robots.txt", (c) => c.text(robots(publicUrl), 200, { "Cache-Control": CACHE_CONTROL }));
  if (publicUrl === null) return;
  const starts = cachedFor(CACHED_MS, now, () => startsOfLists(reader, addressesPerList));

  app.get("/sitemap.xml", async (c) => {
    const addresses = (await starts()).map((_, at) => `${publicUrl}/sitemap-${at + 1}.xml`);
    return xml(c, listed("sitemapindex", "sitemap", addresses));
  });

  app.get("/:list{sitemap-[1-9][0-9]{0,5}\\.xml}", async (c) => {
    const at = Number(/\d+/.exec(c.req.param("list"))?.[0]) - 1;
    const [from, next] = (await starts()).slice(at, at + 2);
    if (from === undefined) return c.text("There is nothing here", 404);
    const names = await publicUsernames(reader, { from, limit: addressesPerList });
    const home = at === 0 ? [`${publicUrl}/`] : [];
    return xml(
      c,
      listed("urlset", "url", [
        ...home,
        ...names
          .filter(({ key }) => next === undefined || key < next)
          .map(({ username }) => `${publicUrl}/${username}`),
      ]),
    );
  });
}

async function startsOfLists(reader: Kysely<Schema>, addressesPerList: number): Promise<string[]> {
  const starts = [""];
  for (;;) {
    const names = await publicUsernames(reader, { from: starts.at(-1) ?? "", limit: addressesPerList + 1 });
    const next = names[addressesPerList];
    if (!next) return starts;
    starts.push(next.key);
    await setImmediate();
  }
}

function cachedFor<T>(ms: number, now: () => Date, make: () => Promise<T>): () => Promise<T> {
  let made: { at: number; value: Promise<T> } | null = null;
  return () => {
    const at = now().getTime();
    if (made && at >= made.at && at - made.at < ms) return made.value;
    const value = make();
    made = { at, value };
    value.catch(() => void (made = null));
    return value;
  };
}

/**
 * Closes owners' screens. A path closes everything that starts with it, also usernames ("/me" would close
 * "/melissa"): each is closed exactly (`$`, RFC 9309), with its subpaths and queries.
 */
function robots(publicUrl: string | null): string {
  const closed = [
    SERVER_PATHS.api,
    ...Object.values(SCREEN_PATHS).filter(
      (path) => path !== SCREEN_PATHS.home && path !== SCREEN_PATHS.login,
    ),
  ];
  const lines = [
    "User-agent: *",
    ...closed.flatMap((path) => ["$", "/", "?"].map((end) => `Disallow: ${path}${end}`)),
    ...(publicUrl === null ? [] : ["", `Sitemap: ${publicUrl}/sitemap.xml`]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Nothing in usernames and origins is special in XML. */
const listed = (root: string, entry: string, addresses: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses
    .map((address) => `<${entry}><loc>${address}</loc></${entry}>`)
    .join("\n")}\n</${root}>\n`;

const xml = (c: Context, body: string) =>
  c.body(body, 200, { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": CACHE_CONTROL });

const publicUsernames = (
  reader: Kysely<Schema>,
  { from, limit }: { from: string; limit: number },
): Promise<{ username: string; key: string }[]> =>
  shownToAll(reader)
    .select(["user.username", "user.username_key as key"])
    .where("user.username_key", ">=", from)
    .orderBy("user.username_key")
    .limit(limit)
    .$narrowType<{ username: string; key: string }>()
    .execute();

const shownToAll = (reader: Kysely<Schema>) =>
  reader
    .selectFrom("user")
    .leftJoin("single as settings", (join) =>
      join.onRef("settings.user_id", "=", "user.id").on("settings.id", "=", "settings"),
    )
    .where("user.username", "is not", null)
    .where("user.suspended_for", "is", null)
    .where((eb) =>
      eb.exists(eb.selectFrom("shelf").select("shelf.id").whereRef("shelf.user_id", "=", "user.id")),
    )
    .where(flagIn("settings.body", "$.publicProfile", true));
