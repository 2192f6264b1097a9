/**
 * A world in one process, every step chosen by one seed: three devices (two with two tabs), a server and a
 * network, with all that can go wrong with them (README.md). Outbox, sync engine and write path are
 * production's; clock, network and user are simulated. At the end the world heals, and the invariants must
 * hold.
 */
import { WORK_LIMITS } from "sync-server/shelves/mutate/work-limits";
import { replaceFetch } from "./http.ts";
import { Random } from "./random.ts";
import { SimServer } from "./sim-server.ts";
import { TROUBLES } from "./troubles/troubles.ts";
import { World } from "./world.ts";

const STEPS = 200;
/** Few, so that answers have several pages: each page asks again, and so repairs what the first forgot. */
const FEW_ROWS = 7;
const WHOLE_ANSWER_ROWS = 2000;

/** Requests end after a few changes, and a shelf of three items is deleted in parts. */
const LITTLE_WORK = { rowsPerRequest: 12, rowsPerTransaction: 5, rowsTogether: 2 };

/** One seed of nine has each: link checks, uploads that go wrong, forms. */
const OWN_DRAWS = { links: 8, pictures: 3, forms: 6 };
const ONE_IN = 9;

const ownDraws = (seed: number, of: keyof typeof OWN_DRAWS) =>
  seed % ONE_IN === OWN_DRAWS[of] ? new Random(-seed) : null;

export async function simulate(seed: number): Promise<{ edits: number }> {
  const random = new Random(seed);
  const pageRows = random.chance(3) ? WHOLE_ANSWER_ROWS : FEW_ROWS;
  const server = await SimServer.start({
    pageRows,
    hasDigests: pageRows === WHOLE_ANSWER_ROWS,
    work: random.chance(3) ? WORK_LIMITS : LITTLE_WORK,
  });
  const world = new World(
    random,
    server,
    TROUBLES.filter(() => random.chance(4)),
    { links: ownDraws(seed, "links"), pictures: ownDraws(seed, "pictures"), forms: ownDraws(seed, "forms") },
  );
  const { now } = Date;
  Date.now = () => world.now;
  const restoreFetch = replaceFetch();
  try {
    for (let step = 0; step < STEPS; step += 1) await world.step();
    await world.heal();
    return { edits: await world.check() };
  } finally {
    Date.now = now;
    restoreFetch();
    world.close();
    await server.stop();
  }
}

/** A failure names its seed for a replay (`pnpm sim --seed 170`). */
export async function simulateNamed(seed: number): Promise<number> {
  try {
    return (await simulate(seed)).edits;
  } catch (error) {
    throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
  }
}
