import { expect, test } from "vitest";
import { transferredContents } from "./transferred-contents";

const ROOM = { entries: 20, bytes: 75, pictureBytes: 30 };

const transferred = (files: readonly File[], texts: Record<string, string> = {}, room = ROOM) =>
  transferredContents(
    { files: files as unknown as FileList, getData: (type: string) => texts[type] ?? "" },
    Promise.resolve(room),
  );
const photo = (name: string, size = 3) =>
  Object.defineProperty(new File(["abc"], `${name}.jpg`, { type: "image/jpeg" }), "size", { value: size });
const namesIn = ({ contents }: Awaited<ReturnType<typeof transferred>>) =>
  contents.map(({ picture }) => picture?.name);

test("a link is taken with its text, without the list's comments", async () => {
  expect(
    await transferred([], { "text/plain": "A pan", "text/uri-list": "# pan\r\nhttps://example.com/pan\r\n" }),
  ).toEqual({
    contents: [
      { title: "", text: "A pan", url: "https://example.com/pan", picture: null, isPictureLeftOut: false },
    ],
    leftOut: 0,
  });
});

test("one picture keeps its link; of several each is an entry of its own, without words", async () => {
  const texts = { "text/uri-list": "https://example.com/pan" };
  expect((await transferred([photo("a")], texts)).contents).toMatchObject([
    { url: "https://example.com/pan", picture: { name: "a.jpg", type: "image/jpeg" } },
  ]);
  const several = await transferred([photo("a"), photo("b")], texts);
  expect(several.contents).toMatchObject([
    { url: "", picture: { name: "a.jpg" } },
    { url: "", picture: { name: "b.jpg" } },
  ]);
});

test("other files, more than ten pictures, and more bytes than the inbox has room for, are left out", async () => {
  const paper = new File(["%PDF"], "paper.pdf", { type: "application/pdf" });
  expect(await transferred([paper])).toEqual({ contents: [], leftOut: 1 });
  const many = await transferred(Array.from({ length: 12 }, (_, at) => photo(String(at))));
  expect(namesIn(many)).toHaveLength(10);
  expect(many.leftOut).toBe(2);
  const full = await transferred([photo("a"), photo("b")], {}, { ...ROOM, entries: 1 });
  expect([namesIn(full), full.leftOut]).toEqual([["a.jpg"], 1]);
  const large = ROOM.pictureBytes;
  const heavy = await transferred([
    photo("too large", large + 1),
    photo("1", large),
    photo("2", large),
    photo("3", large),
    photo("small"),
  ]);
  expect(namesIn(heavy)).toEqual(["1.jpg", "2.jpg", "small.jpg"]);
  expect(heavy.leftOut).toBe(2);
});

test("blanks are nothing", async () => {
  expect(await transferred([], { "text/plain": " \n" })).toEqual({ contents: [], leftOut: 0 });
});
