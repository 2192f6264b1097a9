import { expect, test } from "vitest";
import { chosenEncoding } from "./chosen-encoding.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["BR", "br"],
  ["*", "br"],
  ["br;q=0.0, *", "gzip"],
  ["identity", null],
  ["gzip;q=0", null],
  ["", null],
  [undefined, null],
])("Accept-Encoding %j is answered with %j, however often it is sent", (header, encoding) => {
  expect([chosenEncoding(header), chosenEncoding(header)]).toEqual([encoding, encoding]);
});
