import { SHARED_PICTURE_MAX_BYTES, SHARED_TEXT_MAX_BYTES } from "@shelv/contract/links/share";
import { expect, test } from "vitest";
import type { SharedContent } from "#local-store/unsynced/share-inbox-database";
import { receiveShare } from "./receive-share";

const PICTURE = new File(["picture"], "mug.png", { type: "image/png" });

async function received(
  fields: Record<string, string | File | File[]>,
  keep?: () => Promise<void>,
  headers: Record<string, string> = { Origin: "https://shelv.example" },
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) body.append(name, one);
  const kept: SharedContent[] = [];
  const request = new Request("https://shelv.example/share", { method: "POST", body, headers });
  const answer = await receiveShare(request, keep ?? (async (shared) => void kept.push(shared)));
  return { kept, status: answer.status, leadsTo: answer.headers.get("Location") };
}

test("texts and a picture are stored, and the next request is a GET of the screen", async () => {
  const { kept, status, leadsTo } = await received({
    title: "Mug",
    text: "look at this",
    url: "https://example.com/mug",
    pictures: PICTURE,
  });
  expect([status, leadsTo]).toEqual([303, "https://shelv.example/share"]);
  expect(kept).toEqual([
    {
      title: "Mug",
      text: "look at this",
      url: "https://example.com/mug",
      isPictureLeftOut: false,
      picture: { bytes: await PICTURE.arrayBuffer(), type: "image/png", name: "mug.png" },
    },
  ]);
});

test("several pictures are several shares, and an empty field is not a picture", async () => {
  const { kept } = await received({ text: "two mugs", pictures: [PICTURE, PICTURE, new File([], "")] });
  expect(kept.map(({ text, picture }) => [text, picture?.name])).toEqual([
    ["two mugs", "mug.png"],
    ["two mugs", "mug.png"],
  ]);
});

test("an empty share is not stored", async () => {
  const { kept, leadsTo } = await received({ title: "", text: " ", pictures: new File([], "") });
  expect([kept, leadsTo]).toEqual([[], "https://shelv.example/share"]);
});

test.each<[string, Record<string, string>, string | null | undefined]>([
  ["this app's own page", { Origin: "https://shelv.example" }, undefined],
  ["a phone's share sheet", {}, null],
  ["a site that hides its name, as some systems do", { Origin: "null" }, null],
  ["another site", { Origin: "https://evil.example:8443" }, "evil.example:8443"],
  ["an invalid origin", { Origin: "nonsense" }, null],
])("the sender of a share from %s is known", async (_, headers, from) => {
  const { kept } = await received({ text: "look", pictures: PICTURE }, undefined, headers);
  expect(kept.map((shared) => shared.from)).toEqual([from]);
});

test("each text is limited in bytes, and cut between characters", async () => {
  const { kept } = await received({
    title: "a".repeat(SHARED_TEXT_MAX_BYTES),
    text: `x${"é".repeat(SHARED_TEXT_MAX_BYTES)}`,
  });
  const bytes = (text = "") => new TextEncoder().encode(text).length;
  expect([bytes(kept[0]?.title), bytes(kept[0]?.text)]).toEqual([
    SHARED_TEXT_MAX_BYTES,
    SHARED_TEXT_MAX_BYTES - 1,
  ]);
  expect(kept[0]?.text.endsWith("é")).toBe(true);
});

test("a share larger than any phone sends is not accepted", async () => {
  const large = new File([new Uint8Array(SHARED_PICTURE_MAX_BYTES)], "large.png");
  const { kept, leadsTo } = await received({ text: "three", pictures: [large, large, large] });
  expect([kept, leadsTo]).toEqual([[], "https://shelv.example/share?missed=1"]);
});

test("a picture that is too large is left out, and marked as such", async () => {
  const { kept } = await received({
    title: "Huge",
    pictures: new File([new Uint8Array(SHARED_PICTURE_MAX_BYTES + 1)], "huge.png"),
  });
  expect(kept).toMatchObject([{ title: "Huge", picture: null, isPictureLeftOut: true }]);
});

test("a share that cannot be read or stored is reported", async () => {
  expect((await received({ title: "Mug" }, () => Promise.reject(new Error("no room")))).leadsTo).toBe(
    "https://shelv.example/share?missed=1",
  );
  const nonsense = new Request("https://shelv.example/share", {
    method: "POST",
    body: "{}",
    headers: { "Content-Type": "application/json" },
  });
  expect((await receiveShare(nonsense, async () => undefined)).headers.get("Location")).toBe(
    "https://shelv.example/share?missed=1",
  );
});
