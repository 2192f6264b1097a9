import { expect, test } from "vitest";
import { TRIAL_DAYS } from "@shelv/contract/rows/plan";
import { Device } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";
import { setPlan } from "./set-plan.ts";

test("A set plan is permanent on a running server, and devices receive it", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "Ada");
  const device = await Device.of(ada);
  expect(await setPlan(server.place, "ADA", "premium")).toMatch(
    /^Ada has the Premium plan for good\. Devices learn it when they next sync, visitors see it (?:at once|within a minute)\.$/,
  );
  const { rows, reset } = await device.sync();
  expect(reset).toBe(false);
  expect(rows).toEqual([
    {
      table: "singles",
      row: expect.objectContaining({
        id: "account",
        plan: "premium",
        isPlanFixed: true,
        username: "Ada",
      }) as object,
    },
  ]);
  server.wait((TRIAL_DAYS + 1) * 24 * 60 * 60_000);
  for (let shelf = 0; shelf < 5; shelf += 1)
    expect((await ada.post("/api/shelves", { name: `Shelf ${shelf}` })).status).toBe(200);
  await setPlan(server.place, "ada", "free");
  expect((await ada.post("/api/shelves", { name: "One more" })).status).toBe(403);
});

test("Visitors see a set plan within a minute", async () => {
  const server = await openTestServer();
  await server.signedIn("ada@example.org", "ada");
  const page = async () => (await server.browser().get("/ada")).headers.get("ETag");
  const made = await page();
  await server.services.db.writer
    .updateTable("user")
    .set({ username: "aDA" })
    .where("username_key", "=", "ada")
    .execute();
  expect(await page()).toBe(made);
  server.wait(60_000);
  expect((await server.browser().get("/ada")).status).toBe(301);
});

test("An unknown username or plan gives an error message", async () => {
  const server = await openTestServer();
  await server.signedIn("ada@example.org", "ada");
  await expect(setPlan(server.place, "eve", "pro")).rejects.toThrow("Nobody has the username eve.");
  await expect(setPlan(server.place, "ada", "gold")).rejects.toThrow(
    "There is no plan gold: choose free, pro, premium.",
  );
  await expect(
    setPlan({ dataDir: `${server.folder}/none`, databaseUrl: null }, "ada", "pro"),
  ).rejects.toThrow("There is no database in");
});
