import { encode } from "uqr";
import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { qrCode } from "./qr-code.ts";

function drawn(path: string, side: number): boolean[][] {
  const rows = Array.from({ length: side }, () => Array.from({ length: side }, () => false));
  let [x, y] = [0, 0];
  for (const [, sign, across, down = "0"] of path.matchAll(/([Mmh])(-?\d+)(?: ([\d.]+))?/g)) {
    const end = (sign === "M" ? 0 : x) + Number(across);
    if (sign === "h") rows[y]?.fill(true, x, end);
    [x, y] = [end, y + Math.floor(Number(down))];
  }
  return rows;
}

test.each(["https://shelv.example/ada", "https://www.noor-ceramics.example/"])(
  "The code of %s draws exactly its modules",
  (address) => {
    const { data } = encode(address, { ecc: "M", border: 0 });
    const { side, path } = qrCode(address);
    expect(drawn(path, side)).toEqual(data);
    expect(qrCode(address)).toBe(qrCode(address));
  },
);

test("A page prints the code of its canonical address, and none where the server does not know its own", async () => {
  const pageOf = async (env: Record<string, string>) => {
    const server = await openTestServer({ env });
    await server.signedIn("mira@example.com", "Mira");
    return (await server.browser().get("/Mira")).text();
  };
  expect(await pageOf({ PUBLIC_URL: "https://shelv.example" })).toContain(
    `<path d="${qrCode("https://shelv.example/Mira").path}"`,
  );
  expect(await pageOf({})).not.toContain('shelv-sheet"');
});
