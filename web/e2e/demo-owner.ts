/** Somebody's shelves, to be looked at: made through the real API, with pictures drawn here. */
import type { APIRequestContext, Browser } from "@playwright/test";
import { DEMO_SHELVES, type Drawing } from "./demo-shelves.ts";
import type { TestServer } from "./server.ts";

const OWNER = { email: "mira@example.com", username: "mira", displayName: "Mira Lindqvist" };

/** Signs the request context up and fills its shelves. */
export async function makeDemoOwner(request: APIRequestContext, server: TestServer, browser: Browser): Promise<typeof OWNER> {
  const post = async (path: string, options: object) => {
    const answer = await request.post(path, { headers: { Origin: server.address }, ...options });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer;
  };
  await post("/api/auth/send-code", { data: { email: OWNER.email } });
  await post("/api/auth/verify-code", { data: { code: await server.codeFor(OWNER.email) } });
  await post("/api/auth/complete-registration", { data: { username: OWNER.username, displayName: OWNER.displayName } });
  await post("/api/complete-onboarding", { multipart: { goal: "creator", title: "Potter", bio: "Mugs, vases and the odd planter, fired twice a month." } });
  for (const { items, ...shelf } of DEMO_SHELVES) {
    const { id } = (await (await post("/api/shelves", { data: shelf })).json()) as { id: string };
    for (const { drawing, ...item } of items) {
      const image = drawing && { name: "drawing.png", mimeType: "image/png", buffer: await drawn(browser, drawing) };
      await post(`/api/shelves/${id}/items`, { multipart: { ...item, url: "https://example.com/", ...(image ? { image } : {}) } });
    }
  }
  return OWNER;
}

/** A drawing as a PNG with a transparent ground, as a picture looks whose background was removed. */
async function drawn(browser: Browser, { width, height, shapes }: Drawing): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
  await page.setContent(`<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`);
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}
