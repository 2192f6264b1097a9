import { expect, test } from "vitest";
import { verifyDns, type Records } from "./verify-dns.ts";

const TOKEN = "shelv-domain=1";
const TARGET = { name: "shelv.example", addresses: ["192.0.2.1", "2001:db8::1"] };
const NONE: Records = { texts: [], aliases: [], addresses: [] };
const verify = (records: Partial<Records>, target: { name: string; addresses: string[] | null } = TARGET) =>
  verifyDns({ ...NONE, ...records }, { token: TOKEN, target });

test.each<[string[], unknown]>([
  [[], { code: "no-token" }],
  [[TOKEN], "right"],
  [["v=spf1 -all", TOKEN], "right"],
  [["shelv-domain=2"], { code: "wrong-token", found: ["shelv-domain=2"] }],
  [[`${TOKEN}0`], { code: "wrong-token", found: ["shelv-domain=10"] }],
  [["x".repeat(300)], { code: "wrong-token", found: [`${"x".repeat(79)}…`] }],
])("With the TXT records %j the token is %j", (texts, token) => {
  expect(verify({ texts })).toMatchObject({ token });
});

test.each<[Partial<Records>, unknown]>([
  [{}, { code: "no-address" }],
  [{ aliases: ["Shelv.Example"] }, "right"],
  [{ aliases: ["shelv.example"], addresses: ["198.51.100.7"] }, "right"],
  [{ aliases: ["elsewhere.example"] }, { code: "wrong-address", found: ["elsewhere.example"] }],
  [
    { aliases: ["elsewhere.example"], addresses: ["198.51.100.7"] },
    { code: "wrong-address", found: ["elsewhere.example"] },
  ],
  [{ aliases: ["on-the-way.example"], addresses: ["192.0.2.1"] }, "right"],
  [{ addresses: ["192.0.2.1"] }, "right"],
  [{ addresses: ["192.0.2.1", "2001:db8::1"] }, "right"],
  [{ addresses: ["192.0.2.1", "198.51.100.7"] }, { code: "wrong-address", found: ["198.51.100.7"] }],
])("With %j the address is %j", (records, address) => {
  expect(verify(records)).toMatchObject({ address });
});

test("If the server's own addresses are unknown, only a CNAME can be verified", () => {
  const unknown = { name: "shelv.example", addresses: null };
  expect(verify({ addresses: ["192.0.2.1"] }, unknown)).toBeNull();
  expect(verify({ aliases: ["shelv.example"], addresses: ["192.0.2.1"] }, unknown)).toMatchObject({
    address: "right",
  });
});
