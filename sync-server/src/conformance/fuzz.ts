import { itemRoutes } from "@shelv/contract/routes/items";
import { shelfRoutes } from "@shelv/contract/routes/shelves";
import type { ItemAnswer } from "@shelv/contract/routes/items";
import type { ShelfAnswer } from "@shelv/contract/routes/shelves";
import { isSuccess } from "./answer.ts";
import { brokenRules, rowsOf } from "./database-state.ts";
import { callOf } from "./fuzz-call.ts";
import type { FuzzStep } from "./fuzz-step.ts";
import { routeOf } from "./route-case.ts";
import { type Owner, World } from "./world.ts";

/** How often each route was called, and how often it did what it was asked. */
export type Tally = Map<string, { calls: number; successes: number }>;

/** Lets two owners make these calls on a server of their own. Throws with the step at which something is wrong. */
export async function runSession(steps: readonly FuzzStep[], tally: Tally): Promise<void> {
  const world = await World.open();
  try {
    const people = [await world.owner("ada"), await world.owner("eve")] as const;
    const bystander = await world.owner("cleo");
    for (const kind of ["shelf", "item", "picture"] as const) await world.make(bystander, kind);
    const before = await rowsOf(world.server.services.db.reader, bystander.userId);
    for (const [at, step] of steps.entries()) {
      await runStep(world, step, people, tally).catch((error: unknown) => {
        throw new Error(`Step ${at}, ${JSON.stringify(step)}: ${String(error)}`, { cause: error });
      });
    }
    for (const owner of people) {
      await world.signedInAgain(owner);
      await mustBeWhole(world, owner);
    }
    const after = await rowsOf(world.server.services.db.reader, bystander.userId);
    if (JSON.stringify(after) !== JSON.stringify(before))
      throw new Error("Somebody changed what belongs to another");
  } finally {
    await world.server.close();
  }
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
  const untouched = sending.by === other.browser ? owner : other;
  const before = await versionOf(world, untouched);
  const answer = await world.send(route, owner, sending);
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

/** The rules of the rows hold, and the answers count their places from nought without a hole. */
async function mustBeWhole(world: World, owner: Owner): Promise<void> {
  const broken = await brokenRules(world.server.services.db.reader, owner.userId);
  const shelves = (await world.send(shelfRoutes.list, owner, {})).json as ShelfAnswer[];
  const items = (await world.send(itemRoutes.list, owner, {})).json as ItemAnswer[];
  const lists = [shelves, ...Map.groupBy(items, ({ shelfId }) => shelfId).values()];
  if (lists.some((list) => list.some(({ order }, at) => order !== at)))
    broken.push("a list has a hole in its order");
  if (shelves.some(({ id, itemCount }) => items.filter(({ shelfId }) => shelfId === id).length !== itemCount))
    broken.push("a shelf miscounts its items");
  if (broken.length > 0) throw new Error(`${owner.username}: ${broken.join("; ")}`);
}
