import "fake-indexeddb/auto";
import { expect, onTestFinished, test } from "vitest";
import { openIdbReader } from "#local-store/boot/idb-reader";
import { DEVICE_NAME, DEVICE_VERSION } from "#local-store/schema";
import { DeviceDatabase } from "./device-database";

test("the plain reader opens the device database in its current version", async () => {
  const device = new DeviceDatabase();
  await device.open();
  onTestFinished(() => device.close());
  const plain = await openIdbReader(DEVICE_NAME, DEVICE_VERSION);
  expect(await plain?.table("accounts").count()).toBe(0);
  plain?.close();
});
