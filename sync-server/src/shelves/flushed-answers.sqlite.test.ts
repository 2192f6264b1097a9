import { expect, test } from "vitest";
import { ownerWithDevice } from "#testing/owner-with-device";
import { slowDisk } from "#testing/slow-disk";

const disk = slowDisk();

test("A job's write waits for no disk, but a device learns of it once no power cut can undo it", async () => {
  const { server, device } = await ownerWithDevice();
  disk.isSlow = true;
  const { lazyWriter } = server.services.db;
  await lazyWriter
    .updateTable("sync_user")
    .set({ version: 50 })
    .where("user_id", "=", device.userId)
    .execute();
  expect(disk.waiting).toBe(0);
  const pulling = device.sync();
  await expect.poll(() => disk.waiting).toBe(1);
  disk.recover();
  expect((await pulling).cursor).toBe(50);
});
