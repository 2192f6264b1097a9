import { createHash } from "node:crypto";
import { PAGE_FONTS } from "@shelv/public-page/look/page-font";
import { expect, test } from "vitest";
import { bytesOf } from "#testing/browser";
import { openTestServer } from "#testing/open-test-server";

test.each(PAGE_FONTS)(
  "The font at $path is cached forever, because its address contains its hash",
  async ({ path }) => {
    const answer = await (await openTestServer()).browser().get(path);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "font/woff2"]);
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
    expect(path).toContain(
      createHash("sha256")
        .update(await bytesOf(answer))
        .digest("hex")
        .slice(0, 12),
    );
  },
);
