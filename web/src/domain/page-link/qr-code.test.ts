import { encode } from "uqr";
import { expect, test } from "vitest";
import { qrCode, qrSvg } from "./qr-code";

test("the path contains exactly the dark modules, four from the edge", () => {
  const { side, path } = qrCode("https://shelv.example/mira");
  const { data, size } = encode("https://shelv.example/mira", { ecc: "M", border: 0 });
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = 0; at < Number(width); at += 1)
      (drawn[Number(y) - 4] as boolean[])[Number(x) - 4 + at] = true;
  }
  expect(side).toBe(size + 8);
  expect(drawn).toEqual(data);
});

test("the file is a complete SVG without external parts", () => {
  expect(qrSvg(qrCode("https://shelv.example/mira"))).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"[^<]*>(<path [^<]*\/>){2}<\/svg>$/,
  );
});
