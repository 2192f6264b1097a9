import { TEMPLATE_PRESETS } from "@shelv/contract/rows/appearance";
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import type { SyncResponse } from "@shelv/contract/sync";
import { v7 as uuid } from "uuid";
import { describe, expect, test } from "vitest";
import { Device, newItem, newShelf, sent } from "#testing/device";
import { ownerWithDevice, shelves } from "#testing/owner-with-device";

describe("A value that is overwritten unseen", () => {
  async function twoDevices() {
    const { server, ada, device } = await ownerWithDevice();
    const phone = await Device.of(ada);
    const shelf = newShelf("Books");
    await device.sync([sent(1, "shelf.create", shelf)]);
    const rename = (mid: number, name: string, was: string) =>
      sent(mid, "shelf.update", { id: shelf.id, patch: { name }, was: { name: was } });
    const notices = ({ rows }: SyncResponse) =>
      rows.filter(({ table }) => table === "notices").map(({ row }) => row);
    return { server, ada, device, phone, shelf, rename, notices };
  }

  test("is offered back on every device until one of them dismisses it", async () => {
    const { device, phone, shelf, rename, notices } = await twoDevices();
    await device.sync([rename(2, "Films", "Books")]);
    const [notice] = notices(await phone.sync([rename(1, "Music", "Books")]));
    expect(notice).toMatchObject({
      table: "shelves",
      rowId: shelf.id,
      field: "name",
      lost: "Films",
      kept: "Music",
      at: "2026-03-01T12:00:00.000Z",
    });
    expect(notices(await device.sync())).toEqual([notice]);
    await device.sync([rename(3, "Films", "Music"), sent(4, "notice.dismiss", { id: String(notice?.id) })]);
    const after = await phone.sync();
    expect([shelves(after), after.gone]).toEqual([["Films"], [{ table: "notices", id: notice?.id }]]);
  });

  test("leaves no notice if both wrote the same, if the author has seen it, and if it is the same device's own", async () => {
    const { device, phone, rename, notices } = await twoDevices();
    await device.sync([rename(2, "Films", "Books")]);
    expect(notices(await phone.sync([rename(1, "Films", "Books")]))).toEqual([]);
    expect(notices(await phone.sync([rename(2, "Music", "Films")]))).toEqual([]);
    // Its own edit in between was rejected, so this one names a value that was never stored.
    expect(notices(await phone.sync([rename(3, "", "Music"), rename(4, "Games", "")]))).toEqual([]);
  });

  test("leaves no notice if the device wrote it in an older stream and sends that change again", async () => {
    const { ada, device, rename, notices } = await twoDevices();
    const [films, music] = [rename(2, "Films", "Books"), rename(3, "Music", "Films")];
    await device.sync([films, music]);
    const again = await Device.of(ada);
    expect(
      notices(await again.sync([{ ...films, mid: 1 }, { ...music, mid: 2 }, rename(3, "Games", "refused")])),
    ).toEqual([]);
    // Another device wrote the same value since: this device has not seen that.
    await device.sync([rename(4, "Plays", "Music"), rename(5, "Films", "Plays")]);
    const other = await Device.of(ada);
    expect(notices(await other.sync([{ ...music, mid: 1 }, rename(2, "Poems", "refused")]))).toMatchObject([
      { lost: "Films", kept: "Poems" },
    ]);
  });

  test("is another device's, although this one sends an undo again that left it alone", async () => {
    const { ada, device, notices } = await twoDevices();
    const link = (mid: number, value: string, more: object = {}) =>
      sent(mid, "social-link.set", { id: "instagram", value, position: "a0", ...more });
    const undone = link(4, "ada", { undoes: true });
    await device.sync([link(2, "ada"), sent(3, "social-link.delete", { id: "instagram" }), undone]);
    await device.sync([link(5, "ada-lace", { was: "ada" })]);
    const again = await Device.of(ada);
    expect(notices(await again.sync([{ ...undone, mid: 1 }, link(2, "lace", { was: "ada" })]))).toMatchObject(
      [{ rowId: "instagram", field: "value", lost: "ada-lace", kept: "lace" }],
    );
  });

  test("may be a category that was deleted before an item joined it", async () => {
    const { device, phone, shelf, notices } = await twoDevices();
    const category = { id: uuid(), shelfId: shelf.id, name: "Blue", position: "a0" };
    const item = newItem(shelf.id, "t");
    const join = (mid: number) =>
      sent(mid, "item.update", {
        id: item.id,
        patch: {},
        was: {},
        categories: { add: [category.id], remove: [] },
      });
    await device.sync([sent(2, "category.create", category), sent(3, "item.create", item)]);
    expect(notices(await phone.sync([join(1)]))).toEqual([]);
    await device.sync([sent(4, "category.delete", { id: category.id, shelfId: shelf.id })]);
    const made = { ...item, id: uuid(), categoryIds: [category.id] };
    const lost = { id: category.id, name: "Blue" };
    expect(notices(await phone.sync([join(2), sent(3, "item.create", made)]))).toMatchObject([
      { table: "items", rowId: item.id, field: "categoryIds", lost },
      { table: "items", rowId: made.id, field: "categoryIds", lost },
    ]);
  });

  test("may be a category that an item lost because another device moved it to another shelf, in either order", async () => {
    for (const movesFirst of [true, false]) {
      const { device, phone, shelf, notices } = await twoDevices();
      const films = { ...newShelf("Films"), position: "a1" };
      const category = { id: uuid(), shelfId: shelf.id, name: "Blue", position: "a0" };
      const item = newItem(shelf.id, "t");
      await device.sync([
        sent(2, "shelf.create", films),
        sent(3, "category.create", category),
        sent(4, "item.create", item),
      ]);
      const move = sent(5, "item.move", { id: item.id, shelfId: films.id, position: "a0", had: [] });
      const categories = { add: [category.id], remove: [] };
      const join = sent(1, "item.update", { id: item.id, patch: {}, was: {}, categories });
      if (movesFirst) await device.sync([move]);
      const joined = await phone.sync([join]);
      const last = movesFirst ? joined : await device.sync([move]);
      expect(notices(last)).toMatchObject([{ rowId: item.id, field: "droppedCategory", lost: "Blue" }]);
      // The moving device knows the category, or the new shelf has one of the same name: nothing is lost.
      const back = { id: item.id, shelfId: shelf.id, position: "a0" };
      const same = { id: uuid(), shelfId: films.id, name: "Blue", position: "a0" };
      await device.sync([
        sent(6, "item.move", { ...back, had: [] }),
        sent(7, "item.update", { id: item.id, patch: {}, was: {}, categories }),
        sent(8, "item.move", { ...back, shelfId: films.id, had: [category.id] }),
        sent(9, "item.move", { ...back, had: [] }),
        sent(10, "item.update", { id: item.id, patch: {}, was: {}, categories }),
        sent(11, "category.create", same),
        sent(12, "item.move", { ...back, shelfId: films.id, had: [] }),
      ]);
      expect(notices(await device.sync([], { epoch: null, cursor: 0 })).length).toBe(1);
    }
  });

  test("may come from REST; a REST write reads first and overwrites nothing unseen", async () => {
    const { ada, phone, device, shelf, rename, notices } = await twoDevices();
    await phone.sync();
    await ada.patch(`/api/shelves/${shelf.id}`, { name: "From elsewhere" });
    expect(notices(await phone.sync([rename(1, "Music", "Books")]))).toMatchObject([
      { lost: "From elsewhere", kept: "Music" },
    ]);
    await ada.patch(`/api/shelves/${shelf.id}`, { name: "Again" });
    expect(notices(await device.sync([], { cursor: phone.cursor }))).toEqual([]);
  });

  test("may be the first value of its field", async () => {
    const { device, phone, notices } = await twoDevices();
    const link = (mid: number, value: string) =>
      sent(mid, "social-link.set", { id: "github", value, position: "a0" });
    await device.sync([
      sent(2, "appearance.update", { patch: { theme: "dark" }, was: { theme: "auto" } }),
      sent(3, "settings.update", { patch: { publicProfile: false }, was: { publicProfile: true } }),
      link(4, "ada"),
    ]);
    const lost = notices(
      await phone.sync([
        sent(1, "appearance.update", { patch: { theme: "light" }, was: { theme: "auto" } }),
        sent(2, "settings.update", { patch: { publicProfile: false }, was: { publicProfile: true } }),
        // A platform is added first, and its link is typed later.
        link(3, ""),
        sent(4, "social-link.set", { id: "github", value: "lovelace", was: "", position: "a0" }),
      ]),
    );
    expect(lost).toMatchObject([
      { rowId: "appearance", field: "theme", lost: "dark", kept: "light" },
      { rowId: "github", field: "value", lost: "ada" },
    ]);
  });

  test("has a notice in singles, social links and categories too, one for each field, and the newest fifty stay", async () => {
    const { device, phone, shelf, notices, rename } = await twoDevices();
    const category = { id: uuid(), shelfId: shelf.id, name: "Blue", position: "a0" };
    await device.sync([
      sent(2, "category.create", category),
      sent(3, "category.update", { id: category.id, patch: { name: "Red" }, was: { name: "Blue" } }),
      sent(4, "profile.update", { patch: { bio: "Hi", location: "Bern" }, was: { bio: "", location: "" } }),
      sent(5, "social-link.set", { id: "github", value: "ada", position: "a0" }),
      sent(6, "social-link.set", { id: "github", value: "ada2", was: "ada", position: "a0" }),
      sent(7, "appearance.update", { patch: { theme: "dark" }, was: { theme: "auto" } }),
      sent(8, "appearance.update", { patch: { theme: "auto" }, was: { theme: "dark" } }),
    ]);
    const lost = notices(
      await phone.sync([
        sent(1, "category.update", { id: category.id, patch: { name: "Green" }, was: { name: "Blue" } }),
        sent(2, "profile.update", { patch: { bio: "Hello" }, was: { bio: "" } }),
        sent(3, "social-link.set", { id: "github", value: "lovelace", was: "ada", position: "a0" }),
        sent(4, "appearance.update", { patch: { theme: "light" }, was: { theme: "dark" } }),
      ]),
    );
    expect(lost.map(({ rowId, field, lost: value }) => [rowId, field, value])).toEqual([
      [category.id, "name", "Red"],
      ["profile", "bio", "Hi"],
      ["github", "value", "ada2"],
      ["appearance", "theme", "auto"],
    ]);
    for (let at = 0; at < 30; at += 1) {
      await device.sync([rename(9 + at, `laptop ${at}`, "unseen")]);
      await phone.sync([rename(5 + at, `phone ${at}`, "unseen")]);
    }
    const all = notices(await device.sync([], { epoch: null, cursor: 0 }));
    const values = all.filter(({ field }) => field !== "more");
    expect([values.length, values.at(-1)?.lost]).toEqual([50, "laptop 29"]);
    expect(all.filter(({ field }) => field === "more")).toMatchObject([{ lost: 13, kept: null }]);
  });

  test("of the page's look is offered back in one notice if a template overwrites several choices", async () => {
    const { device, phone, notices } = await twoDevices();
    await device.sync([
      sent(2, "appearance.update", { patch: { primaryColor: "#FF3B30" }, was: { primaryColor: "#0066FF" } }),
      sent(3, "appearance.update", { patch: { shelfBackground: "wood" }, was: { shelfBackground: "solid" } }),
    ]);
    const patch = { template: "dark" as const, ...TEMPLATE_PRESETS.dark };
    const { id: _, ...was } = FIRST_SINGLES.appearance;
    const [notice, ...others] = notices(await phone.sync([sent(1, "appearance.update", { patch, was })]));
    expect([notice, others]).toMatchObject([
      {
        table: "singles",
        rowId: "appearance",
        field: "look",
        lost: { primaryColor: "#FF3B30", shelfBackground: "wood" },
        kept: { primaryColor: TEMPLATE_PRESETS.dark.primaryColor, shelfBackground: "glass" },
      },
      [],
    ]);
  });

  test("leaves a notice for a setup that was finished on two devices", async () => {
    const { device, phone, notices } = await twoDevices();
    const { id: _, ...appearance } = FIRST_SINGLES.appearance;
    const was = { profile: { title: "", bio: "", picture: null }, appearance };
    const setup = (mid: number, title: string, template: "dark" | "warm") =>
      sent(mid, "onboarding.complete", { answers: { title, bio: "Hi", template }, was });
    await device.sync([setup(2, "Cook", "dark")]);
    const lost = notices(await phone.sync([setup(1, "Baker", "warm")]));
    expect(lost.map(({ field, lost: value }) => [field, value])).toEqual([
      ["title", "Cook"],
      ["look", expect.objectContaining({ template: "dark", theme: "dark" })],
    ]);
    // An older device does not send its previous values.
    expect(
      notices(await phone.sync([sent(2, "onboarding.complete", { answers: { title: "Chef" } })])),
    ).toEqual([]);
  });

  test("leaves a notice for two tabs of one device if the form did not show the other tab's value", async () => {
    const { device, shelf, notices } = await twoDevices();
    const edit = (mid: number, name: string, unseen?: string[]) =>
      sent(mid, "shelf.update", { id: shelf.id, patch: { name }, was: { name: "Books" }, unseen });
    await device.sync([edit(2, "Films")]);
    expect(notices(await device.sync([edit(3, "Music", ["name"])]))).toMatchObject([
      { field: "name", lost: "Films", kept: "Music" },
    ]);
  });
});
