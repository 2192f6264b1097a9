import { setTimeout as wait } from "node:timers/promises";
import { type ItemAnswer, itemRoutes } from "@shelv/contract/routes/items";
import type { Route } from "@shelv/contract/routes/route";
import { type ShelfAnswer, shelfRoutes } from "@shelv/contract/routes/shelves";
import { isSuccess } from "./answer.ts";
import { Written } from "./arbitrary-of.ts";
import { caseOf } from "./cases/all-cases.ts";
import { brokenRules, rowsOf } from "./database-state.ts";
import type { FuzzStep } from "./fuzz-step.ts";
import { withIdAt } from "./id-places.ts";
import { Pick } from "./pick.ts";
import { keyOf, routeOf, type Sending } from "./route-case.ts";
import { withVariant } from "./request-variant.ts";
import { sendChecked } from "./send-checked.ts";
import { type OwnedKind, type Owner, World } from "./world.ts";

export type Tally = Map<string, { calls: number; successes: number }>;

/**
 * Runs the steps as two owners on a new server. Throws with the failing step. Each part has a time limit, the
 * session none: a slow machine makes fewer calls per second, and an endless call still fails.
 */
export async function runSession(steps: readonly FuzzStep[], tally: Tally): Promise<void> {
  const world = await World.open();
  try {
    const { people, bystander, before } = await inTime(firstOwners(world));
    for (const [at, step] of steps.entries()) {
      await inTime(runStep(world, step, people, tally)).catch((error: unknown) => {
        throw new Error(`Step ${at}, ${JSON.stringify(step)}: ${String(error)}`, { cause: error });
      });
    }
    for (const owner of people) {
      await inTime(world.signedInAgain(owner));
      await inTime(mustBeWhole(world, owner));
    }
    const after = await rowsOf(world.server.services.db.reader, bystander.userId);
    if (JSON.stringify(after) !== JSON.stringify(before))
      throw new Error("A call changed what belongs to an owner who made none");
  } catch (error) {
    // A running call may still write into the folder that this removes.
    await world.server.close().catch(() => undefined);
    throw error;
  }
  await world.server.close();
}

/** Encoding a picture on a busy machine takes seconds. */
const PART_MAX_MS = 30_000;

async function inTime<T>(part: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const tooLong = wait(PART_MAX_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`It did not end within ${PART_MAX_MS} ms`);
  });
  return Promise.race([part, tooLong]).finally(() => ended.abort());
}

async function firstOwners(world: World) {
  const people = [await world.owner("ada"), await world.owner("eve")] as const;
  const bystander = await world.owner("cleo");
  for (const kind of ["shelf", "item", "picture"] as const) await world.make(bystander, kind);
  return { people, bystander, before: await rowsOf(world.server.services.db.reader, bystander.userId) };
}

async function runStep(
  world: World,
  step: FuzzStep,
  people: readonly [Owner, Owner],
  tally: Tally,
): Promise<void> {
  const route = routeOf(step.route);
  for (const owner of people) await world.signedInAgain(owner);
  const [owner, other] = step.who === 0 ? people : [people[1], people[0]];
  const sending = await callOf(world, route, step, people);
  // A capture is an act of its token's owner, by any browser.
  const untouched = sending.by === other.browser && !route.needsCaptureToken ? owner : other;
  const before = await versionOf(world, untouched);
  const answer = await sendChecked(world, route, owner, sending);
  if ((await versionOf(world, untouched)) !== before) throw new Error(`${untouched.username}'s data changed`);
  const bug = world.server.printed.find((line) => line.startsWith('{"time"') && line.includes('"bug"'));
  if (bug !== undefined) throw new Error(`The server wrote down a bug: ${bug}`);
  const counts = tally.get(step.route) ?? { calls: 0, successes: 0 };
  tally.set(step.route, {
    calls: counts.calls + 1,
    successes: counts.successes + (isSuccess(answer) ? 1 : 0),
  });
}

async function versionOf({ server }: World, { userId }: Owner): Promise<number | undefined> {
  const { reader } = server.services.db;
  return (
    await reader.selectFrom("sync_user").select("version").where("user_id", "=", userId).executeTakeFirst()
  )?.version;
}

async function mustBeWhole(world: World, owner: Owner): Promise<void> {
  const broken = await brokenRules(world.server.services.db.reader, owner.userId);
  const shelves = (await sendChecked(world, shelfRoutes.list, owner, {})).json as ShelfAnswer[];
  const items = (await sendChecked(world, itemRoutes.list, owner, {})).json as ItemAnswer[];
  const lists = [shelves, ...Map.groupBy(items, ({ shelfId }) => shelfId).values()];
  if (lists.some((list) => list.some(({ order }, at) => order !== at)))
    broken.push("a list has a hole in its order");
  if (shelves.some(({ id, itemCount }) => items.filter(({ shelfId }) => shelfId === id).length !== itemCount))
    broken.push("a shelf miscounts its items");
  if (broken.length > 0) throw new Error(`${owner.username}: ${broken.join("; ")}`);
}

async function callOf(
  world: World,
  route: Route,
  step: FuzzStep,
  people: readonly [Owner, Owner],
): Promise<Sending> {
  const [owner, other] = step.who === 0 ? people : [people[1], people[0]];
  const { happy, ids = {}, finish } = caseOf(keyOf(route));
  const succeeding = await happy(world, owner);
  let sending = succeeding;
  for (const [at, [place, kind]] of Object.entries(ids)
    .filter(([place]) => !place.startsWith("body."))
    .entries()) {
    if (kind) sending = withIdAt(sending, place, await pickedOf(world, owner, kind, step.picks[at] ?? 0));
  }
  if (step.query) sending = { ...sending, query: step.query };
  const fields = await filled(step.fields, "body", async (pick, place) =>
    pickedOf(world, owner, pick.kind ?? ids[place] ?? "item", pick.nth),
  );
  if (Object.keys(fields as object).length > 0)
    sending = { ...sending, body: { ...(sending.body as object), ...(fields as object) } };
  sending = finish?.(sending, succeeding) ?? sending;
  const idOf = (owner: Owner, kind: OwnedKind, nth: number) => pickedOf(world, owner, kind, nth);
  for (const requestVariant of step.variants)
    sending = await withVariant(sending, requestVariant, { world, other, ids, idOf });
  return sending;
}

async function pickedOf(world: World, owner: Owner, kind: OwnedKind, nth: number): Promise<string> {
  const known = await world.idsOf(owner, kind);
  return known[nth % known.length] ?? world.make(owner, kind);
}

async function filled(
  value: unknown,
  at: string,
  idFor: (pick: Pick, place: string) => Promise<string>,
): Promise<unknown> {
  if (value instanceof Pick) return idFor(value, at);
  if (value instanceof Written) return JSON.stringify(await filled(value.value, at, idFor));
  if (Array.isArray(value)) return Promise.all(value.map((entry) => filled(entry, `${at}.0`, idFor)));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(async ([name, entry]) => [
    name,
    await filled(entry, `${at}.${name}`, idFor),
  ]);
  return Object.fromEntries(await Promise.all(entries)) as unknown;
}
