import { SHARED_TEXT_MAX_BYTES } from "@shelv/contract/links/share";
import { expect, test } from "vitest";
import { bookmarklet } from "#domain/share-inbox/bookmarklet";
import { draftFromShare } from "./draft-from-share";
import { shareInFragment } from "./share-in-fragment";

function opened(page: { title: string; href: string; metas?: Record<string, string>; selected?: string }) {
  const code = decodeURIComponent(bookmarklet("https://shelv.example").slice("javascript:".length));
  const address: string[] = [];
  // oxlint-disable-next-line typescript/no-implied-eval -- as a browser runs a bookmark
  new Function("document", "location", "getSelection", "window", code)(
    {
      title: page.title,
      querySelector: (selector: string) => {
        const name = /name="([^"]+)"/.exec(selector)?.[1] ?? "";
        const content = page.metas?.[name];
        return content === undefined ? null : { content };
      },
    },
    { href: page.href },
    () => page.selected ?? "",
    { open: (to: string) => address.push(to) },
  );
  return new URL(address[0] ?? "");
}

test("the bookmark opens the share screen with the page's link, and the server sees none of it", () => {
  const address = opened({
    title: "Iron pan | The Shop",
    href: "https://example.com/pan?a=1&b=2#top",
    metas: { "og:title": "Iron pan", description: 'Heavy & "black"' },
  });
  expect([address.origin, address.pathname, address.search]).toEqual(["https://shelv.example", "/share", ""]);
  const share = shareInFragment(address.hash, "https://example.com/");
  expect(share?.from).toBe("example.com");
  expect(draftFromShare(share ?? { title: "", text: "", url: "" })).toEqual({
    title: "Iron pan",
    url: "https://example.com/pan?a=1&b=2#top",
    description: 'Heavy & "black"',
  });
});

test("selected text becomes the description, and a page without details gives its title", () => {
  const share = shareInFragment(
    opened({ title: "A page", href: "https://example.com/", selected: "Bring a coat" }).hash,
    "",
  );
  expect(share).toMatchObject({ title: "A page", text: "Bring a coat", from: null });
});

test.each(["", "#", "#top", "#title=&url=%20"])("the fragment %j is not a share", (fragment) => {
  expect(shareInFragment(fragment, "")).toBeNull();
});

test("each text is bounded in bytes", () => {
  const share = shareInFragment(`#title=${encodeURIComponent("漢".repeat(20_000))}`, "");
  expect(new TextEncoder().encode(share?.title).length).toBeLessThanOrEqual(SHARED_TEXT_MAX_BYTES);
});
