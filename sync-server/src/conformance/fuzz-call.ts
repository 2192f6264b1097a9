import type { Route } from "@shelv/contract/routes/route";
import { Written } from "./arbitrary-of.ts";
import { caseOf } from "./cases/all-cases.ts";
import type { FuzzStep } from "./fuzz-step.ts";
import { withIdAt } from "./id-places.ts";
import { Pick } from "./pick.ts";
import { keyOf, type Sending } from "./route-case.ts";
import { twisted } from "./twist.ts";
import type { OwnedKind, Owner, World } from "./world.ts";

/** The call that a step makes, now that it is known who has what. */
export async function callOf(
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
  for (const twist of step.twists) sending = await twisted(sending, twist, { world, other, ids, idOf });
  return sending;
}

async function pickedOf(world: World, owner: Owner, kind: OwnedKind, nth: number): Promise<string> {
  const known = await world.idsOf(owner, kind);
  return known[nth % known.length] ?? world.make(owner, kind);
}

/** What was drawn, with an id for each pick, as it travels. */
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
