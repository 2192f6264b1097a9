import { expect, onTestFinished, test } from "vitest";
import { openNameServer } from "#testing/servers/name-server";
import type { Zone } from "#testing/servers/start-name-server";
import { NameLookup } from "./name-lookup.ts";

const NAME = "www.ada.com";
const MINUTE_MS = 60_000;

async function lookupIn(zone: Zone) {
  const { address } = await openNameServer(zone);
  let nowMs = 0;
  const lookup = new NameLookup({
    servers: [address],
    targetName: "shelv.example",
    now: () => new Date(nowMs),
    timeoutMs: 200,
  });
  onTestFinished(() => lookup.close());
  return { lookup, wait: (ms: number) => void (nowMs += ms) };
}

test("Existing records are read, with the addresses at the end of the CNAME; a missing record is an answer too", async () => {
  const { lookup } = await lookupIn({
    [`_shelv.${NAME}`]: { TXT: ["shelv-domain=1", "v=spf1 -all"] },
    [NAME]: { CNAME: "shelv.example" },
    "shelv.example": { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] },
  });
  expect(await lookup.recordsOf(NAME)).toEqual({
    texts: ["shelv-domain=1", "v=spf1 -all"],
    aliases: ["shelv.example"],
    addresses: ["192.0.2.1", "2001:db8::1"],
  });
  expect(await lookup.recordsOf("nothing.com")).toEqual({ texts: [], aliases: [], addresses: [] });
});

test.each(["broken", "late"] as const)("If one of the answers is %s, nothing is known", async (failure) => {
  const token = { TXT: ["shelv-domain=1"] };
  const { lookup } = await lookupIn({
    [`_shelv.${NAME}`]: token,
    [NAME]: failure,
    [`_shelv.x.com`]: failure,
    "x.com": { A: ["192.0.2.1"] },
  });
  expect(await lookup.recordsOf(NAME)).toBeNull();
  expect(await lookup.recordsOf("x.com")).toBeNull();
});

test("The server's own addresses are looked up from time to time, and stay while there is no other answer", async () => {
  const zone: Zone = { "shelv.example": { A: ["192.0.2.1"] } };
  const { lookup, wait } = await lookupIn(zone);
  const known = async () => (await lookup.target()).addresses;
  expect(await known()).toEqual(["192.0.2.1"]);
  zone["shelv.example"] = "broken";
  wait(10 * MINUTE_MS);
  expect(await known()).toEqual(["192.0.2.1"]);
  zone["shelv.example"] = { A: ["192.0.2.2"] };
  wait(MINUTE_MS);
  expect(await known()).toEqual(["192.0.2.2"]);
});
