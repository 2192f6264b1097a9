import type { LinkState } from "@shelv/contract/rows/item";
import { expect, test } from "vitest";
import { applyAtOnce } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import { openTestServer } from "#testing/open-test-server";
import { readPageData } from "./read-page-data.ts";
import { newItem } from "#testing/device";

async function world() {
  const server = await openTestServer({ env: { PUBLIC_URL: "http://localhost:3000" } });
  const ada = await server.signedIn("ada@example.org", "ada");
  const { id: userId } = (await (await ada.get("/api/auth/me")).json()) as { id: string };
  const { id: shelfId } = (await (await ada.post("/api/shelves", { name: "Links" })).json()) as {
    id: string;
  };
  const add = async (title: string) => {
    const made = await ada.form("POST", `/api/shelves/${shelfId}/items`, {
      title,
      url: `https://example.org/${title}`,
    });
    return (await made.json()) as { id: string; url: string };
  };
  const { services } = server;
  const found = ({ id, url }: { id: string; url: string }, linkState: LinkState) =>
    applyAtOnce(services.writeDeps, userId, [
      mutation("item.note-link-checks", {
        checks: [{ id, url, linkState, checkedAt: "2026-03-01T12:00:00.000Z" }],
      }),
    ]);
  const visitor = server.browser();
  const seen = async () => {
    const page = await (await visitor.get("/ada")).text();
    const api = await (await visitor.get("/api/users/ada/shelves")).text();
    const look = { now: services.now(), hasPlanLimits: true, viewerId: null };
    const drawn = JSON.stringify(await readPageData(services.db.reader, "ada", look));
    return [page, api, drawn];
  };
  const shows = async (title: string) => {
    const all = (await seen()).map((text) => text.includes(title));
    expect(new Set(all).size).toBe(1);
    return all[0];
  };
  return { server, ada, userId, shelfId, add, found, shows, visitor };
}

test("A hidden item is in no page, API or preview picture, and its owner still has it", async () => {
  const { ada, add, shows } = await world();
  const [hidden] = [await add("Secret"), await add("Open")];
  expect(await shows("Secret")).toBe(true);
  const answer = await ada.form("PATCH", `/api/items/${hidden.id}`, { isHidden: "true" });
  expect(await answer.json()).toMatchObject({ isHidden: true });
  expect([await shows("Secret"), await shows("Open")]).toEqual([false, true]);
  expect(await (await ada.get("/api/items")).text()).toContain("Secret");
  await ada.form("PATCH", `/api/items/${hidden.id}`, { isHidden: "" });
  expect(await shows("Secret")).toBe(true);
});

test("A hidden item counts for nothing on a page that has too many", async () => {
  const { server, userId, shelfId, visitor, ada } = await world();
  const changes = Array.from({ length: 1002 }, (_, at) =>
    mutation(
      "item.create",
      newItem(shelfId, `Item ${at}`, {
        id: `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`,
        isHidden: at < 2,
      }),
    ),
  );
  await applyAtOnce(server.services.writeDeps, userId, changes);
  expect(await (await visitor.get("/ada")).text()).not.toContain("not shown on this page");
  await ada.form("PATCH", "/api/items/00000000-0000-7000-8000-000000000000", { isHidden: "false" });
  expect(await (await visitor.get("/ada")).text()).toContain("1 more item is not shown on this page");
});

test("An item with a gone link stays on the page until its owner hides such items; a silenced or sold-out one stays even then", async () => {
  const { server, ada, userId, add, found, shows } = await world();
  const [gone, kept, soldOut] = [await add("Gone"), await add("Silenced"), await add("Empty")];
  await found(gone, "gone");
  await found(kept, "gone");
  await found(soldOut, "sold-out");
  expect(await shows("Gone")).toBe(true);
  const silencedUntil = "2026-06-01T00:00:00.000Z";
  await applyAtOnce(server.services.writeDeps, userId, [
    mutation("item.update", { id: kept.id, patch: { silencedUntil }, was: {} }),
  ]);
  expect(await (await ada.put("/api/user/settings", { hidesGoneLinks: true })).json()).toMatchObject({
    hidesGoneLinks: true,
  });
  expect([await shows("Gone"), await shows("Silenced"), await shows("Empty")]).toEqual([false, true, true]);
  await found(gone, "ok");
  expect(await shows("Gone")).toBe(true);
});

test("Visitors see a category while one of its items is on the page", async () => {
  const { ada, shelfId, shows } = await world();
  const made = await ada.post(`/api/shelves/${shelfId}/categories`, { name: "Stoneware" });
  const { id: category } = (await made.json()) as { id: string };
  const answer = await ada.form("POST", `/api/shelves/${shelfId}/items`, {
    title: "Bowl",
    url: "https://example.org/bowl",
  });
  const { id } = (await answer.json()) as { id: string };
  expect(await shows("Stoneware")).toBe(false);
  await ada.form("PATCH", `/api/items/${id}`, { categories: JSON.stringify([category]) });
  expect(await shows("Stoneware")).toBe(true);
  await ada.form("PATCH", `/api/items/${id}`, { isHidden: "true" });
  expect(await shows("Stoneware")).toBe(false);
});
