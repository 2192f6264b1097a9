import { expect, test } from "vitest";
import { judgeRecords, type Records } from "./judge-records.ts";

const TOKEN = "shelv-domain=1";
const TARGET = { name: "shelv.example", addresses: ["192.0.2.1", "2001:db8::1"] };
const NONE: Records = { texts: [], aliases: [], addresses: [] };
const judged = (records: Partial<Records>, target: { name: string; addresses: string[] | null } = TARGET) =>
  judgeRecords({ ...NONE, ...records }, { token: TOKEN, target });

test.each<[string[], unknown]>([
  [[], { code: "no-token" }],
  [[TOKEN], "right"],
  [["v=spf1 -all", TOKEN], "right"],
  [["shelv-domain=2"], { code: "wrong-token", found: ["shelv-domain=2"] }],
  [[`${TOKEN}0`], { code: "wrong-token", found: ["shelv-domain=10"] }],
  [["x".repeat(300)], { code: "wrong-token", found: [`${"x".repeat(79)}…`] }],
])("With the texts %j the token is %j", (texts, token) => {
  expect(judged({ texts })).toMatchObject({ token });
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
  expect(judged(records)).toMatchObject({ address });
});

test("Where the server's own addresses are not known, only an alias can be judged", () => {
  const unknown = { name: "shelv.example", addresses: null };
  expect(judged({ addresses: ["192.0.2.1"] }, unknown)).toBeNull();
  expect(judged({ aliases: ["shelv.example"], addresses: ["192.0.2.1"] }, unknown)).toMatchObject({
    address: "right",
  });
});
