import type { APIRequestContext, Browser } from "@playwright/test";
import { DEMO_SHELVES, type Drawing } from "./demo-shelves.ts";
import { emailOf, postAsNewOwner, postForId } from "#e2e/support/owner-request";
import type { TestServer } from "#e2e/support/server";

const NAMES = { username: "mira", displayName: "Mira Lindqvist" };

const VISITORS = 46;
const CLICKS_EVERY = 3;
const LATEST_MS = 47 * 3_600_000;

export async function makeDemoOwner(
  request: APIRequestContext,
  server: TestServer,
  browser: Browser,
): Promise<{ email: string }> {
  const post = await postAsNewOwner(request, server, NAMES);
  await post("/api/complete-onboarding", {
    multipart: {
      goal: "creator",
      title: "Potter",
      bio: "Mugs, vases and the odd planter, fired twice a month.",
    },
  });
  for (const { items, categories = [], ...shelf } of DEMO_SHELVES) {
    const id = await postForId(post, "/api/shelves", { data: shelf });
    const categoryIds = new Map<string | undefined, string>();
    for (const name of categories)
      categoryIds.set(name, await postForId(post, `/api/shelves/${id}/categories`, { data: { name } }));
    for (const { drawing, category, ...item } of items) {
      const image = drawing && {
        name: "drawing.png",
        mimeType: "image/png",
        buffer: await drawn(browser, drawing),
      };
      await post(`/api/shelves/${id}/items`, {
        multipart: {
          ...item,
          categories: JSON.stringify([categoryIds.get(category)].filter(Boolean)),
          ...(image ? { image } : {}),
        },
      });
    }
  }
  const items = (await (await request.get("/api/items")).json()) as { id: string }[];
  await visit(
    browser,
    server,
    items.map(({ id }) => id),
  );
  return { email: emailOf(NAMES.username) };
}

async function visit(browser: Browser, server: TestServer, itemIds: readonly string[]): Promise<void> {
  const strangers = await browser.newContext({ baseURL: server.address });
  for (let nth = 0; nth < VISITORS; nth += 1) {
    const headers = {
      "User-Agent": `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + nth}.0) Gecko/20100101 Firefox/${100 + nth}.0`,
    };
    const seen = {
      username: NAMES.username,
      at: new Date(Date.now() - LATEST_MS * (nth / VISITORS) ** 2).toISOString(),
    };
    const itemId =
      nth % CLICKS_EVERY === 0 ? itemIds[Math.floor((nth / VISITORS) ** 2 * itemIds.length)] : undefined;
    const events = [
      { ...seen, eventType: "view" },
      ...(itemId === undefined ? [] : [{ ...seen, eventType: "click", itemId }]),
    ];
    const answer = await strangers.request.post("/api/analytics/track", { headers, data: { events } });
    if (!answer.ok()) throw new Error(`a visit: ${answer.status()} ${await answer.text()}`);
  }
  await strangers.close();
}

async function drawn(browser: Browser, { width, height, shapes }: Drawing): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
  await page.setContent(
    `<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`,
  );
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}
