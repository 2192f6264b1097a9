import { expect, test } from "vitest";
import { clipboardContent } from "./clipboard-content";

const clipboard = (...items: Record<string, string>[]) => ({
  read: async () =>
    items.map((forms) => ({
      types: Object.keys(forms),
      getType: async (type: string) => new Blob([forms[type] ?? ""], { type }),
    })) as unknown as ClipboardItems,
});

test("a copied link is read with its text", async () => {
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

test("a copied picture is read unchanged, with its link", async () => {
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
  ["only blanks were copied", clipboard({ "text/plain": " \n" })],
  ["only HTML was copied", clipboard({ "text/html": "<b>" })],
  ["the owner denies access", { read: () => Promise.reject(new DOMException("denied", "NotAllowedError")) }],
])("there is nothing to paste if %s", async (_, copied) => {
  expect(await clipboardContent(copied)).toBeNull();
});
