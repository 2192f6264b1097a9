import { brotliCompressSync } from "node:zlib";
import { OBJECT_NAMES } from "@shelv/contract/values/object-name";
import { DrawnObject } from "@shelv/public-page/objects/item-object.tsx";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

test.each(OBJECT_NAMES)("the drawing of %s has at most 1 KB, compressed", (name) => {
  const svg = renderToStaticMarkup(<DrawnObject name={name} />);
  expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(1024);
});
