import { linkDetailsRoutes } from "@shelv/contract/routes/link-details";
import { expect, test } from "vitest";
import { ApiFailure, NoNetwork, type OwnersCall } from "#api/call";
import { linkDetailsWords as words } from "#words/links/link-details";
import { type LinkForm, LinkReader } from "./link-reader";

const LINK = "https://www.example.com/pan";
const PAGE = {
  title: "Iron pan",
  description: "Heavy",
  siteName: null,
  price: "$19.99",
  imageUrl: "https://www.example.com/pan.jpg",
  canonicalUrl: null,
  icon: null,
  color: null,
};

function openForm({ isOnline = true, ...typed }: Partial<LinkForm> & { isOnline?: boolean } = {}) {
  const form = { url: LINK, title: "", description: "", price: "", picture: null as string | null, ...typed };
  const network = { isOnline };
  const requests: { path: string; answer: (value: unknown) => void; fail: (error: unknown) => void }[] = [];
  const call = ((route: { path: string }) =>
    new Promise((answer, fail) =>
      requests.push({ path: route.path, answer, fail }),
    )) as unknown as OwnersCall;
  const reader = new LinkReader({ call, isOnline: () => network.isOnline });
  reader.follow({ read: () => form, write: (fields) => void Object.assign(form, fields) });
  const next = async () => {
    const request = await expect
      .poll(() => requests[0])
      .toBeDefined()
      .then(() => requests.shift());
    if (!request) throw new Error("No request");
    return request;
  };
  return { form, reader, next, requests, network, name: () => reader.state().reading.name };
}

test("a page fills the empty fields, then the picture, and one Undo takes all of it back", async () => {
  const { form, reader, next, name } = openForm({ price: "20 €" });
  const asked = reader.ask(LINK);
  expect(name()).toBe("reading");
  (await next()).answer(PAGE);
  const picture = await next();
  expect([picture.path, reader.state().isReadingPicture]).toEqual([linkDetailsRoutes.takePicture.path, true]);
  expect(form).toMatchObject({ title: "Iron pan", description: "Heavy", price: "20 €" });
  picture.answer({ picture: "sha", isIcon: false });
  await asked;
  expect([form.picture, name(), reader.state().isReadingPicture]).toEqual(["sha", "filled", false]);
  expect(reader.atSave(form).details).toBeNull();
  reader.undo();
  expect(form).toMatchObject({ title: "", description: "", price: "20 €", picture: null });
  expect(name()).toBe("undone");
});

test("text typed while the page is read stays, and so does a picture chosen by then", async () => {
  const { form, reader, next } = openForm();
  const asked = reader.ask(LINK);
  form.title = "My pan";
  form.picture = "mine";
  (await next()).answer(PAGE);
  await asked;
  expect(form).toMatchObject({ title: "My pan", description: "Heavy", picture: "mine" });
});

test("an answer is dropped once the form has another link", async () => {
  const { form, reader, next } = openForm();
  const asked = reader.ask(LINK);
  const request = await next();
  form.url = "https://example.com/pot";
  request.answer(PAGE);
  await asked;
  expect(form.title).toBe("");
});

test("an answer is dropped once the form is closed", async () => {
  const { form, reader, next } = openForm();
  const asked = reader.ask(LINK);
  const request = await next();
  reader.close();
  request.answer(PAGE);
  await asked;
  expect(form.title).toBe("");
});

test("another link takes back what the first one filled in, also if it cannot be read", async () => {
  const { form, reader, next } = openForm();
  const first = reader.ask(LINK);
  (await next()).answer({ ...PAGE, imageUrl: null });
  await first;
  form.description = "Mine";
  form.url = "https://example.com/pot";
  const second = reader.ask(form.url);
  (await next()).fail(new ApiFailure(422, "link-not-found", "Couldn't read this page", [], null));
  await second;
  expect(form).toMatchObject({ title: "", description: "Mine", price: "" });
  expect(reader.state().reading).toEqual({ name: "failed", problem: "Couldn't read this page" });
  expect(reader.atSave(form)).toEqual({ title: "", details: undefined });
});

test("a picture that cannot be read leaves the texts and says so", async () => {
  const { form, reader, next } = openForm();
  const asked = reader.ask(LINK);
  (await next()).answer(PAGE);
  (await next()).fail(new ApiFailure(422, "link-too-large", "Too large", [], null));
  await asked;
  expect(form.title).toBe("Iron pan");
  expect(reader.state()).toMatchObject({
    reading: { name: "filled", problem: words.pictureFailed },
    isReadingPicture: false,
  });
});

test("offline the host's name fills the title, and the save is pending", async () => {
  const { form, reader, requests, name } = openForm({ isOnline: false });
  await reader.ask(LINK);
  expect([form.title, name(), requests.length]).toEqual(["example.com", "later", 0]);
  expect(reader.atSave(form)).toEqual({ title: "example.com", details: "pending" });
});

test("a network that is lost during the request counts as offline, and one that returns reads the page", async () => {
  const { form, reader, next, network, name } = openForm();
  const asked = reader.ask(LINK);
  const request = await next();
  network.isOnline = false;
  request.fail(new NoNetwork(null));
  await asked;
  expect([form.title, name()]).toEqual(["example.com", "later"]);
  network.isOnline = true;
  reader.onlineAgain();
  (await next()).answer({ ...PAGE, imageUrl: null });
  await expect.poll(name).toBe("filled");
  expect(form.title).toBe("Iron pan");
});

test("if the server does not answer, the save is pending, and the next request may be answered", async () => {
  const { form, reader, next, name } = openForm();
  const asked = reader.ask(LINK);
  (await next()).fail(new NoNetwork(null));
  await asked;
  expect([form.title, name()]).toEqual(["example.com", "unanswered"]);
  expect(reader.atSave(form)).toEqual({ title: "example.com", details: "pending" });
  reader.undo();
  expect(form.title).toBe("");
  void reader.ask(LINK);
  (await next()).answer({ ...PAGE, imageUrl: null });
  await expect.poll(name).toBe("filled");
});

test("a save before the answer is pending, and has the host's name if nothing is typed", async () => {
  const { form, reader, next } = openForm();
  void reader.ask(LINK);
  await next();
  expect(reader.atSave(form)).toEqual({ title: "example.com", details: "pending" });
  expect(reader.atSave({ ...form, title: "Mine" })).toEqual({ title: "Mine", details: "pending" });
  form.url = "https://example.com/pot";
  expect(reader.atSave(form)).toEqual({ title: "", details: undefined });
});

test.each(["mailto:me@example.com", "tel:+49301234567", "no link at all", ""])(
  "%j has no page, so nothing is requested",
  async (url) => {
    const { reader, requests, name } = openForm({ url });
    await reader.ask(url);
    expect([requests.length, name()]).toEqual([0, "idle"]);
  },
);
