import { linkDetailsRoutes } from "@shelv/contract/routes/link-details";
import { expect, onTestFinished, test, vi } from "vitest";
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
  const form: LinkForm = {
    url: LINK,
    title: "",
    description: "",
    price: "",
    picture: null,
    details: null,
    ...typed,
  };
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
  expect(form.title).toBe("Pan");
});

test("an answer is dropped once the form is closed", async () => {
  const { form, reader, next } = openForm();
  const asked = reader.ask(LINK);
  const request = await next();
  reader.close();
  request.answer(PAGE);
  await asked;
  expect(form.title).toBe("Pan");
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
  expect(form).toMatchObject({ title: "Pot", description: "Mine", price: "", details: null });
  expect(reader.state().reading).toEqual({ name: "failed", problem: "Couldn't read this page" });
  expect(reader.atSave(form)).toEqual({ title: "Pot", details: undefined });
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

test("offline the address gives the title, and the save is pending", async () => {
  const { form, reader, requests, name } = openForm({ isOnline: false });
  await reader.ask(LINK);
  expect([form.title, name(), requests.length]).toEqual(["Pan", "later", 0]);
  expect(reader.atSave(form)).toEqual({ title: "Pan", details: "pending" });
});

test("a network that is lost during the request counts as offline, and one that returns reads the page", async () => {
  const { form, reader, next, network, name } = openForm();
  const asked = reader.ask(LINK);
  const request = await next();
  network.isOnline = false;
  request.fail(new NoNetwork(null));
  await asked;
  expect([form.title, name()]).toEqual(["Pan", "later"]);
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
  expect([form.title, name()]).toEqual(["Pan", "unanswered"]);
  expect(reader.atSave(form)).toEqual({ title: "Pan", details: "pending" });
  reader.undo();
  expect(form.title).toBe("");
  void reader.ask(LINK);
  (await next()).answer({ ...PAGE, imageUrl: null });
  await expect.poll(name).toBe("filled");
});

test("a save before the answer is pending, and has a title from the address if nothing is typed", async () => {
  const { form, reader, next } = openForm();
  void reader.ask(LINK);
  await next();
  expect(reader.atSave(form)).toEqual({ title: "Pan", details: "pending" });
  expect(reader.atSave({ ...form, title: "Mine" })).toEqual({ title: "Mine", details: "pending" });
  form.url = "https://example.com/pot";
  expect(reader.atSave(form)).toEqual({ title: "Pan", details: undefined });
});

test("a page without a title leaves the address's, and a typed title stays", async () => {
  const { form, reader, next } = openForm();
  const asked = reader.ask(LINK);
  expect(form.title).toBe("Pan");
  (await next()).answer({ ...PAGE, title: null, imageUrl: null });
  await asked;
  expect(form).toMatchObject({ title: "Pan", description: "Heavy", details: null });
  const typed = openForm({ title: "pan" });
  void typed.reader.ask(LINK);
  expect(typed.form.title).toBe("pan");
});

test("an address without words leaves the title to the site's name", async () => {
  const url = "https://example.com/7";
  const { form, reader, next } = openForm({ url });
  const asked = reader.ask(url);
  expect(form.title).toBe("example.com");
  (await next()).answer({ ...PAGE, title: null, siteName: "Pans & Co", imageUrl: null });
  await asked;
  expect(form.title).toBe("Pans & Co");
});

test("a page that cannot be reached is asked for again after growing pauses, a few times; a save is pending", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { form, reader, requests, name } = openForm();
  void reader.ask(LINK);
  const refuse = async () => {
    requests.shift()?.fail(new ApiFailure(422, "link-unreachable", "No answer", [], null));
    await vi.advanceTimersByTimeAsync(0);
  };
  await refuse();
  expect([form.title, form.details, name()]).toEqual(["Pan", "pending", "unreachable"]);
  expect(reader.atSave(form)).toEqual({ title: "Pan", details: "pending" });
  for (const pauseMs of [10_000, 60_000, 300_000]) {
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toHaveLength(1);
    await refuse();
  }
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([requests.length, name()]).toEqual([0, "unreachable"]);
  void reader.ask(LINK);
  await refuse();
  await vi.advanceTimersByTimeAsync(10_000);
  requests.shift()?.answer({ ...PAGE, imageUrl: null });
  await vi.advanceTimersByTimeAsync(0);
  expect([form.title, form.details, name()]).toEqual(["Iron pan", null, "filled"]);
});

test("a typed link names an item without a title, and its page is read after the sync", () => {
  const { form, reader, requests } = openForm();
  reader.typed(LINK);
  expect([form.title, requests.length]).toEqual(["Pan", 0]);
  expect(reader.atSave(form)).toEqual({ title: "Pan", details: "pending" });
  expect(reader.atSave({ ...form, title: "Mine" })).toEqual({ title: "Mine", details: undefined });
  reader.undo();
  reader.typed(LINK);
  expect(form.title).toBe("");
  const named = openForm({ title: "Mine" });
  named.reader.typed(LINK);
  expect(named.form).toMatchObject({ title: "Mine", details: null });
});

test("a continued form whose page was not read asks for it, and replaces only a title from the address", async () => {
  const before = openForm({ isOnline: false });
  await before.reader.ask(LINK);
  for (const [title, expected] of [
    ["Pan", "Iron pan"],
    ["Mine", "Mine"],
  ] as const) {
    const { form, reader, next } = openForm({ ...before.form, title });
    const resumed = reader.resume();
    (await next()).answer({ ...PAGE, imageUrl: null });
    await resumed;
    expect(form).toMatchObject({ title: expected, details: null });
  }
  const read = openForm({ title: "Pan" });
  await read.reader.resume();
  expect(read.requests).toEqual([]);
});

test.each(["mailto:me@example.com", "tel:+49301234567", "no link at all", ""])(
  "%j has no page, so nothing is requested",
  async (url) => {
    const { reader, requests, name } = openForm({ url });
    await reader.ask(url);
    expect([requests.length, name()]).toEqual([0, "idle"]);
  },
);
