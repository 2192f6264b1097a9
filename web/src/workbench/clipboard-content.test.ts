import { expect, test } from "vitest";
import { clipboardContent } from "./clipboard-content";

const clipboard = (...items: Record<string, string>[]) => ({
  read: async () =>
    items.map((forms) => ({
      types: Object.keys(forms),
      getType: async (type: string) => new Blob([forms[type] ?? ""], { type }),
    })) as unknown as ClipboardItems,
});

test("a copied link comes with its words", async () => {
  const content = await clipboardContent(
    clipboard({ "text/html": "<a>", "text/plain": "https://example.com/pan" }),
  );
  expect(content).toEqual({
    title: "",
    text: "https://example.com/pan",
    url: "",
    picture: null,
    isPictureLeftOut: false,
  });
});

test("a copied picture comes as it is, with the link beside it", async () => {
  const content = await clipboardContent(
    clipboard({ "image/png": "picture" }, { "text/uri-list": "https://example.com/pan" }),
  );
  expect(content).toMatchObject({
    url: "https://example.com/pan",
    picture: { type: "image/png", bytes: await new Blob(["picture"]).arrayBuffer() },
  });
});

test.each([
  ["nothing was copied", clipboard()],
  ["only blanks were", clipboard({ "text/plain": " \n" })],
  ["something else was", clipboard({ "text/html": "<b>" })],
  ["the owner says no", { read: () => Promise.reject(new DOMException("denied", "NotAllowedError")) }],
])("there is nothing to paste where %s", async (_, copied) => {
  expect(await clipboardContent(copied)).toBeNull();
});
