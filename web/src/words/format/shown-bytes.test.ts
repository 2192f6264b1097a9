import { expect, test } from "vitest";
import { shownBytes } from "./shown-bytes";

const MB = 1024 * 1024;

test.each([
  [0, "less than 0.1 MB"],
  [0.06 * MB, "0.1 MB"],
  [0.44 * MB, "0.4 MB"],
  [9.9 * MB, "9.9 MB"],
  [12.4 * MB, "12 MB"],
  [999 * MB, "999 MB"],
  [1331 * MB, "1.3 GB"],
])("%d bytes are shown as %s", (bytes, text) => expect(shownBytes(bytes)).toBe(text));
