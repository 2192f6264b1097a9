import { SHARED_PICTURE_MAX_BYTES } from "@shelv/contract/share";
import { expect, test } from "vitest";
import type { SharedContent } from "#local-store/shared-things";
import { receiveShare } from "./receive-share";

const PICTURE = new File(["picture"], "mug.png", { type: "image/png" });

async function received(fields: Record<string, string | File | File[]>, keep?: () => Promise<void>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
  const kept: SharedContent[] = [];
  const request = new Request("https://shelv.example/share", { method: "POST", body });
  const answer = await receiveShare(request, keep ?? (async (shared) => void kept.push(shared)));
  return { kept, status: answer.status, leadsTo: answer.headers.get("Location") };
}

test("words and a picture are kept, and the next request is a GET of the screen", async () => {
  const { kept, status, leadsTo } = await received({ title: "Mug", text: "look at this", url: "https://example.com/mug", pictures: PICTURE });
  expect([status, leadsTo]).toEqual([303, "https://shelv.example/share"]);
  expect(kept).toEqual([{
    title: "Mug", text: "look at this", url: "https://example.com/mug", isPictureLeftOut: false,
    picture: { bytes: await PICTURE.arrayBuffer(), type: "image/png", name: "mug.png" },
  }]);
});

test("several pictures are several things, and a field that holds nothing is no picture", async () => {
  const { kept } = await received({ text: "two mugs", pictures: [PICTURE, PICTURE, new File([], "")] });
  expect(kept.map(({ text, picture }) => [text, picture?.name])).toEqual([["two mugs", "mug.png"], ["two mugs", "mug.png"]]);
});

test("of a share that holds nothing nothing is kept", async () => {
  const { kept, leadsTo } = await received({ title: "", text: " ", pictures: new File([], "") });
  expect([kept, leadsTo]).toEqual([[], "https://shelv.example/share"]);
});

test("a picture that is too large is left out, and that is noted", async () => {
  const { kept } = await received({ title: "Huge", pictures: new File([new Uint8Array(SHARED_PICTURE_MAX_BYTES + 1)], "huge.png") });
  expect(kept).toMatchObject([{ title: "Huge", picture: null, isPictureLeftOut: true }]);
});

test("what cannot be read or kept is told", async () => {
  expect((await received({ title: "Mug" }, () => Promise.reject(new Error("no room")))).leadsTo).toBe("https://shelv.example/share?missed=1");
  const nonsense = new Request("https://shelv.example/share", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } });
  expect((await receiveShare(nonsense, async () => undefined)).headers.get("Location")).toBe("https://shelv.example/share?missed=1");
});
