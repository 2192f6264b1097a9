import { expect, test } from "vitest";
import { v7 as uuid } from "uuid";
import { Device, newItem, newShelf, sent } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";

test("An item that a device adds is recorded once, with its shelf's name; a rejected one is not", async () => {
  const server = await openTestServer();
  const mira = await server.signedIn("mira@example.org", "Mira");
  const device = await Device.of(mira);
  const [shelf, item] = [newShelf("Books"), uuid()];
  const changes = [
    sent(1, "shelf.create", shelf),
    sent(2, "item.create", newItem(shelf.id, "Kiln", { id: item })),
    sent(3, "item.create", newItem(uuid(), "On no shelf")),
    sent(4, "item.create", newItem(shelf.id, "Kiln again", { id: item })),
    sent(5, "item.update", { id: item, patch: { title: "Oven" }, was: { title: "Kiln" } }),
    sent(6, "item.delete", { id: item }),
  ];
  for (let time = 0; time < 2; time += 1) expect((await device.sync(changes)).retry).toBeNull();
  expect(await (await mira.get("/api/analytics/activities")).json()).toEqual([
    {
      id: expect.any(String) as string,
      type: "add",
      itemTitle: "Kiln",
      shelfName: "Books",
      location: null,
      timestamp: "2026-03-01T12:00:00.000Z",
    },
  ]);
});
