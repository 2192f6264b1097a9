import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ItemFace } from "./item-face.tsx";

const item = { id: "i", title: "Mug", emoji: "", picture: null, price: "" };

test.each([
  { eager: true, decoding: "sync" },
  { eager: false, decoding: "async" },
])("the owner's picture is drawn with what is around it if it is in sight (%o)", ({ eager, decoding }) => {
  const face = renderToStaticMarkup(<ItemFace item={item} pictureSrc="blob:mug" eager={eager} />);
  expect(face).toContain(`decoding="${decoding}"`);
});
