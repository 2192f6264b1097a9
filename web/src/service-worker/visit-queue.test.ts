import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test } from "vitest";
import { foreign, ours } from "#service-worker/caches/fake-caches";
import { VisitQueue } from "./visit-queue.ts";

const HOUR_MS = 60 * 60_000;
const NOW = Date.parse("2026-03-03T12:00:00Z");
const VIEW = { username: "mira", eventType: "view" };

const newVisits = () => new VisitQueue({ indexedDB: new IDBFactory(), IDBKeyRange });

function server(status = 204) {
  const bodies: { events: { at: string; username: string }[] }[] = [];
  const post = async (body: string) => {
    bodies.push(JSON.parse(body) as (typeof bodies)[number]);
    return ours(null, { status });
  };
  return { bodies, post };
}

test("stored visits are sent together, with their own time, and once", async () => {
  const visits = newVisits();
  await visits.keep(JSON.stringify(VIEW), NOW - HOUR_MS);
  await visits.keep(JSON.stringify({ ...VIEW, eventType: "click" }), NOW - HOUR_MS / 2);
  const { bodies, post } = server();
  await visits.send(post, NOW);
  await visits.send(post, NOW);
  expect(bodies).toEqual([
    {
      events: [
        { ...VIEW, at: "2026-03-03T11:00:00.000Z" },
        { ...VIEW, eventType: "click", at: "2026-03-03T11:30:00.000Z" },
      ],
    },
  ]);
});

test("unsent visits stay, also after a foreign answer, and a failing server is tried again", async () => {
  const visits = newVisits();
  await visits.keep(JSON.stringify(VIEW), NOW);
  await expect(visits.send(() => Promise.reject(new TypeError("offline")), NOW)).rejects.toThrow("offline");
  await visits.send(server(503).post, NOW);
  await visits.send(server(429).post, NOW);
  for (const status of [200, 403, 404]) await visits.send(async () => foreign(status), NOW);
  const { bodies, post } = server();
  await visits.send(post, NOW);
  expect(bodies).toHaveLength(1);
});

test("refused, too old and empty visits are deleted", async () => {
  const visits = newVisits();
  for (const body of ["", "ping", "[]", "1", "null"]) await visits.keep(body, NOW);
  await visits.keep(JSON.stringify(VIEW), NOW - 48 * HOUR_MS);
  const late = server();
  await visits.send(late.post, NOW);
  expect(late.bodies).toEqual([]);
  await visits.keep(JSON.stringify({ nonsense: true }), NOW);
  await visits.send(server(400).post, NOW);
  await visits.send(late.post, NOW);
  expect(late.bodies).toEqual([]);
});

test("many visits are sent in batches, and their number is limited", async () => {
  const visits = newVisits();
  for (let at = 0; at < 510; at += 1) await visits.keep(JSON.stringify(VIEW), NOW - at);
  const { bodies, post } = server();
  await visits.send(post, NOW);
  expect(bodies.map(({ events }) => events.length)).toEqual([100, 100, 100, 100, 100]);
});
