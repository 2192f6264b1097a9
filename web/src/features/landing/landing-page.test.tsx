import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { prerendered } from "#prerendered.tsx";
import { LandingPage } from "./landing-page";
import { planByKey } from "#features/landing/sections/plan-tabs.tsx";

const landing = prerendered["/landing.html"]();
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, text = ""]) => [
    text.replaceAll(/<[^>]*>/g, ""),
    href,
  ]);

test("the page is complete before any script: both bars, six features, three steps, three plans and their links", () => {
  expect(linksOf(landing)).toEqual([
    ["Shelv", "/"],
    ["Pricing", "#pricing"],
    ["Sign in", "/login"],
    ["Get started", "#username"],
    ["Dashboard", "/dashboard"],
    ["My Shelves", "/shelves"],
    ["Account", "/account"],
    ["Open your shelf", "/shelves"],
    ["Free", "#plan-free"],
    ["Pro", "#plan-pro"],
    ["Premium", "#plan-premium"],
    ["Get started", "/login?plan=free"],
    ["Get started", "/account?tab=settings"],
    ["Start Pro trial", "/login?plan=pro"],
    ["Start Pro trial", "/account?tab=settings"],
    ["Start Premium trial", "/login?plan=premium"],
    ["Start Premium trial", "/account?tab=settings"],
    ["Get started", "#username"],
    ["Open your shelf", "/shelves"],
    ["Features", "#features"],
    ["Pricing", "#pricing"],
  ]);
  expect(landing.match(/class="feature"/g)).toHaveLength(6);
  expect(landing.match(/class="step"/g)).toHaveLength(3);
  expect(landing).toMatch(/<form class="claim for-visitors" action="\/login">.*<input [^>]*name="username"/s);
});

test("nothing in it needs a style attribute or an inline handler, which its policy forbids", () => {
  for (const html of [landing, prerendered["/not-found.html"]()])
    expect(html).not.toMatch(/\s(?:style|on\w+)=/);
});

test("every link leads somewhere", () => {
  const anchors = [...landing.matchAll(/<a [^>]*>/g)].map(([anchor]) => anchor);
  for (const anchor of anchors) expect(anchor).toMatch(/ href="[^"]+"/);
  const targets = [...landing.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  for (const id of targets) expect(landing).toContain(` id="${id}"`);
});

test("the sample shelves use the components of real pages, with room for each picture", () => {
  const pictures = [...landing.matchAll(/<img class="shelv-picture[^>]*>/g)].map(([image]) => image);
  expect(pictures.length).toBeGreaterThan(12);
  for (const image of pictures) expect(image).toMatch(/ width="\d+" height="1(?:56|72)"/);
});

test("it renders the same each time, so that hydration succeeds", () => {
  expect(renderToString(<LandingPage />)).toBe(renderToString(<LandingPage />));
});

test("the not-found page says so and leads home, without a script", () => {
  const html = prerendered["/not-found.html"]();
  expect(html).toContain("No Shelv found here");
  expect(linksOf(html)).toEqual([
    ["Shelv", "/"],
    ["Return to Home", "/"],
  ]);
  expect(html).not.toContain("<script");
});

test.each([
  ["ArrowRight", "free", "pro"],
  ["ArrowRight", "premium", "free"],
  ["ArrowLeft", "free", "premium"],
  ["ArrowLeft", "pro", "free"],
  ["Home", "premium", "free"],
  ["End", "free", "premium"],
  [" ", "pro", "pro"],
  ["Tab", "pro", undefined],
] as const)("%s on the tab of %s shows %s", (key, shown, next) => {
  expect(planByKey(key, shown)).toBe(next);
});
