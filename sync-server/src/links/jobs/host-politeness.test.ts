import { expect, onTestFinished, test } from "vitest";
import { PageReader } from "#links/details/page-reader";
import { serve } from "#links/details/testing/serve-pages";
import { AllowedInside } from "#outbound/allowed-inside";
import { Outbound } from "#outbound/outbound";
import type { TaskLimits } from "#platform/task-process";
import { HostPoliteness } from "./host-politeness.ts";

const ADA = { payer: "ada" };
const RULES = "User-agent: *\nDisallow: /private";

async function siteWith(answers: readonly (number | string)[]) {
  let asked = 0;
  const site = await serve((_, response) => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? 404;
    asked += 1;
    response.writeHead(typeof answer === "string" ? 200 : answer, { "content-type": "text/plain" });
    response.end(typeof answer === "string" ? answer : "");
  });
  onTestFinished(site.stop);
  return { site, asked: () => asked };
}

function outboundTo(allow: string): Outbound {
  const outbound = new Outbound({
    settings: { isOn: true, allowed: new AllowedInside([allow]), proxy: null },
    dnsServers: null,
    publicUrl: null,
    lookUp: async (host) => (host.startsWith("unknown") ? [] : ["127.0.0.1"]),
  });
  onTestFinished(() => outbound.close());
  return outbound;
}

function politenessTo(outbound: Outbound, limits: Partial<TaskLimits> = {}): HostPoliteness {
  const reader = new PageReader((error) => expect(error).toBeNull(), limits);
  onTestFinished(() => reader.close());
  return new HostPoliteness(outbound, reader);
}

test("A site's rules are read once per day, however often they are needed", async () => {
  const { site, asked } = await siteWith([RULES]);
  const politeness = politenessTo(outboundTo(site.allow));
  const both = () =>
    Promise.all(["/private/a", "/open"].map((path) => politeness.mayAsk(site.origin + path, ADA)));
  expect(await both()).toEqual([false, true]);
  expect(await both()).toEqual([false, true]);
  expect(asked()).toBe(1);
});

test("A site without rules is not asked for them again", async () => {
  const { site, asked } = await siteWith([404]);
  const politeness = politenessTo(outboundTo(site.allow));
  expect(await politeness.mayAsk(`${site.origin}/private`, ADA)).toBe(true);
  expect(await politeness.mayAsk(`${site.origin}/private`, ADA)).toBe(true);
  expect(asked()).toBe(1);
});

test.each([429, 500, 503])("A site that answers %d is asked for its rules again", async (status) => {
  const { site } = await siteWith([status, RULES]);
  const politeness = politenessTo(outboundTo(site.allow));
  expect(await politeness.mayAsk(`${site.origin}/private`, ADA)).toBe(true);
  expect(await politeness.mayAsk(`${site.origin}/private`, ADA)).toBe(false);
});

test("A request that fails is repeated by the next call", async () => {
  const { site } = await siteWith([RULES]);
  const outbound = outboundTo(site.allow);
  outbound.fetch = async () => {
    throw new Error("no file is left to open");
  };
  const politeness = politenessTo(outbound);
  await expect(politeness.mayAsk(`${site.origin}/private`, ADA)).rejects.toThrow("no file is left to open");
  Reflect.deleteProperty(outbound, "fetch");
  expect(await politeness.mayAsk(`${site.origin}/private`, ADA)).toBe(false);
  expect(await politeness.mayAsk("http://unknown.example/private", ADA)).toBe(true);
});

const link = (url: string, user_id = "ada") => ({ url, user_id });
const SLOW = link("https://shop.example/slow");

test("A host that does not answer gets longer and longer pauses, until it answers", () => {
  const politeness = politenessTo(outboundTo("127.0.0.1"));
  let nowMs = 0;
  const waitMs = (asked: typeof SLOW) => politeness.waitsMs([asked], nowMs).get(asked) ?? Number.NaN;
  const pauses = Array.from({ length: 11 }, () => {
    politeness.noteAnswer(SLOW, { isSilent: true, nowMs });
    const pauseMs = waitMs(SLOW);
    nowMs += pauseMs;
    return pauseMs / 60_000;
  });
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]);
  expect(waitMs(link("https://other.example"))).toBe(0);
  politeness.noteAnswer(SLOW, { isSilent: true, nowMs });
  politeness.noteAnswer(SLOW, { isSilent: false, nowMs });
  nowMs += 60_000;
  expect(waitMs(SLOW)).toBe(0);
});

test.each([
  ["a wrong scheme or port pauses no other links of its host", "http://shop.example:443/", "ada"],
  ["an address that does not answer pauses no links of another account", SLOW.url, "eve"],
])("A link with %s", (_, url, user_id) => {
  const politeness = politenessTo(outboundTo("127.0.0.1"));
  politeness.noteAnswer(link(url, user_id), { isSilent: true, nowMs: 0 });
  const mug = link("https://shop.example/mug");
  expect(politeness.waitsMs([mug], 60_000).get(mug)).toBe(0);
});

test("A host's minute begins with its last answer", () => {
  const politeness = politenessTo(outboundTo("127.0.0.1"));
  expect([...politeness.waitsMs([SLOW], 0).values()]).toEqual([0]);
  politeness.noteAnswer(SLOW, { isSilent: false, nowMs: 40_000 });
  expect([...politeness.waitsMs([SLOW], 60_000).values()]).toEqual([40_000]);
});

test("Accounts take turns at a host's minutes, however many links one of them has", () => {
  const politeness = politenessTo(outboundTo("127.0.0.1"));
  const many = Array.from({ length: 20 }, (_, at) => link(`https://shop.example/${at}`, "eve"));
  const due = [...many, link("https://shop.example/mug"), link("https://shop.example/cup", "bea")];
  const turns = Array.from({ length: 6 }, (_, minute) =>
    [...politeness.waitsMs(due, minute * 60_000)].flatMap(([{ user_id }, waitMs]) =>
      waitMs === 0 ? [user_id] : [],
    ),
  );
  expect(turns.flat()).toEqual(["eve", "ada", "bea", "eve", "ada", "bea"]);
});

test("Rules that end the reader's process are read once, and allow nothing for a day", async () => {
  const { site, asked } = await siteWith(["User-agent: *\nDisallow:"]);
  const politeness = politenessTo(outboundTo(site.allow), { heapMb: 1 });
  expect(await politeness.mayAsk(`${site.origin}/a`, ADA)).toBe(false);
  expect(await politeness.mayAsk(`${site.origin}/a`, ADA)).toBe(false);
  expect(asked()).toBe(1);
});
