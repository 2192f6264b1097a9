import { expect, test } from "vitest";
import { shownBytes } from "./shown-bytes";

const MB = 1024 * 1024;

test.each([
  [0, "0.0 MB"],
  [0.44 * MB, "0.4 MB"],
  [9.9 * MB, "9.9 MB"],
  [12.4 * MB, "12 MB"],
  [999 * MB, "999 MB"],
  [1331 * MB, "1.3 GB"],
])("%d bytes are shown as %s", (bytes, text) => expect(shownBytes(bytes)).toBe(text));
