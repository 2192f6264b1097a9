import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import * as v from "valibot";
import { CAPTURE_MAX_BYTES, captured } from "@shelv/contract/links/capture";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const WAITING = 200;

test.each(["text", "title", "price", "imageUrl"])(
  "captures that wait do not keep all that was sent in %s",
  (field) => {
    const before = heapMb();
    const waiting = Array.from({ length: WAITING }, (_, at) =>
      v.parse(captured, {
        [field]: `https://example.com/${at} ${Buffer.alloc(CAPTURE_MAX_BYTES, "a").toString()}`,
      }),
    );
    expect(heapMb() - before).toBeLessThan((WAITING * CAPTURE_MAX_BYTES) / 2 ** 20 / 5);
    expect(waiting.at(-1)?.url).toBe(["text", "title"].includes(field) ? "https://example.com/199" : "");
  },
);
