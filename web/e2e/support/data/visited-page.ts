import type { APIRequestContext } from "@playwright/test";
import { postAsNewOwner, postForId } from "#e2e/support/owner-request";
import type { TestServer } from "#e2e/support/server";

export async function makeVisitedPage(
  request: APIRequestContext,
  server: TestServer,
  linksTo = server.address,
): Promise<void> {
  const post = await postAsNewOwner(request, server, { username: "Mira" });
  const id = await postForId(post, "/api/shelves", { data: { name: "From the kiln" } });
  await post(`/api/shelves/${id}/items`, { multipart: { title: "Notes", url: `${linksTo}/healthz` } });
}

export async function countedVisits(request: APIRequestContext): Promise<{ views: number; clicks: number }> {
  const { views, clicks } = (await (await request.get("/api/analytics/summary")).json()) as Record<
    "views" | "clicks",
    { total: number }
  >;
  return { views: views.total, clicks: clicks.total };
}
