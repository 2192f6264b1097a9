import { expect, test } from "vitest";
import { objectOf } from "./choose-object.ts";

const SITE = "https://example.com/";
const chosen = (title: string, url = SITE) => objectOf({ id: "i1", object: null, title, url });

test.each([
  ["mailto:me@example.com", "envelope"],
  ["MAILTO:me@example.com", "envelope"],
  ["tel:+49301234567", "telephone"],
  ["sms:+49301234567", "telephone"],
  ["geo:52.52,13.40", "map"],
  ["https://open.spotify.com/album/1", "record"],
  ["https://mira.bandcamp.com/", "record"],
  ["https://www.youtube.com/watch?v=1", "camera"],
  ["https://twitch.tv/mira", "camera"],
  ["https://github.com/mira", "laptop"],
  ["https://www.eventbrite.com/e/1", "ticket"],
  ["https://calendly.com/mira", "calendar"],
  ["https://maps.google.com/?q=1", "map"],
  ["https://www.etsy.com/shop/mira", "bag"],
])("%s is drawn as %s", (url, name) => {
  expect(chosen("Mira", url)).toBe(name);
});

test.each([
  ["Speckled stoneware mug", "mug"],
  ["Meine Kaffeetasse", "mug"],
  ["Tassen für alle", "mug"],
  ["Une tasse à café", "mug"],
  ["Taza de café", "mug"],
  ["Xícara azul", "mug"],
  ["كوب شاي", "teapot"],
  ["Coffee mug", "mug"],
  ["Bücher, die ich verleihe", "books"],
  ["Roman", "book"],
  ["Livros", "books"],
  ["كتاب", "book"],
  ["Olivenöl", "bottle"],
  ["Zapatos rojos", "shoe"],
  ["Book a table", "calendar"],
  ["Book club", "book"],
  ["Tickets for the tour", "ticket"],
  ["Planter for a windowsill", "plant"],
])("%s is drawn as %s", (title, name) => {
  expect(chosen(title)).toBe(name);
});

test("a title says more than a shop, and less than a site whose links are of one kind", () => {
  expect(chosen("Blue vase", "https://www.etsy.com/listing/1")).toBe("vase");
  expect(chosen("Blue vase", "https://open.spotify.com/album/1")).toBe("record");
});

test("the owner's object is drawn, and an unknown one as if none were chosen", () => {
  const mug = { id: "i1", title: "Mug", url: SITE };
  expect(objectOf({ ...mug, object: "guitar" })).toBe("guitar");
  expect(objectOf({ ...mug, object: "hovercraft" })).toBe("mug");
  expect(objectOf({ ...mug, object: null })).toBe("mug");
});

test("an item that says nothing keeps its object when it is renamed", () => {
  const named = (title: string) => objectOf({ id: "i7", object: null, title, url: SITE });
  expect(named("Qwertz")).toBe(named("Asdf"));
  const names = Array.from({ length: 40 }, (_, at) =>
    objectOf({ id: `i${at}`, object: null, title: "Qwertz", url: SITE }),
  );
  expect(new Set(names).size).toBeGreaterThan(2);
});

test("a title of very many marks is read only up to the length of a plain one", () => {
  expect(chosen(`${"x".repeat(195)} mug`)).toBe("mug");
  expect(chosen(`${"\u1100".repeat(2600)} mug`)).not.toBe("mug");
});
