import { limitsAt, TRIAL_MS } from "@shelv/contract/plan";
import { readSingle } from "#database/rows/read-single";
import type { Services } from "#services";
import { checkDomain, type DomainDeps, reloadHolders } from "./check-domain.ts";

/** External name servers may take seconds each. */
const AT_ONCE = 16;
const DOMAINS_A_STEP = 160;
const OWNERS_A_STEP = 20;

type ClockDeps = DomainDeps & Pick<Services, "rules" | "reportBug">;

type Beside = { signal?: AbortSignal; seenMs: number };

/** And releases domains without a plan. `seenMs`: sweep-clock.ts. */
export async function* checkDueDomains(deps: ClockDeps, { signal, seenMs }: Beside): AsyncGenerator<void> {
  // A wrong clock ends trials early.
  if (seenMs >= TRIAL_MS) yield* releaseBeyondPlan(deps);
  const upTo = deps.now().getTime();
  let after = { check_at: -1, user_id: "", name: "" };
  for (;;) {
    const due = await deps.db.reader
      .selectFrom("domain")
      .selectAll()
      .where("check_at", "<=", upTo)
      .where((eb) =>
        eb(
          eb.refTuple("check_at", "user_id", "name"),
          ">",
          eb.tuple(after.check_at, after.user_id, after.name),
        ),
      )
      .orderBy("check_at")
      .orderBy("user_id")
      .orderBy("name")
      .limit(DOMAINS_A_STEP)
      .execute();
    const left = due.values();
    const work = async () => {
      for (const row of left)
        if (!signal?.aborted) await checkDomain(deps, row, seenMs).catch(deps.reportBug);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const last = due.at(-1);
    if (!last) return;
    after = last;
    yield;
  }
}

async function* releaseBeyondPlan(deps: ClockDeps): AsyncGenerator<void> {
  const { reader, writer } = deps.db;
  let after = "";
  for (;;) {
    const owners = await reader
      .selectFrom("domain")
      .select("user_id")
      .distinct()
      .where("user_id", ">", after)
      .orderBy("user_id")
      .limit(OWNERS_A_STEP)
      .execute();
    const released: string[] = [];
    for (const { user_id: userId } of owners) {
      const account = await readSingle(reader, userId, "account");
      const { hasCustomDomain } = limitsAt(account, {
        now: deps.now().toISOString(),
        hasPlanLimits: deps.rules.hasPlanLimits,
      });
      if (hasCustomDomain) continue;
      await writer.deleteFrom("domain").where("user_id", "=", userId).execute();
      released.push(userId);
    }
    await reloadHolders(deps, released);
    const last = owners.at(-1);
    if (!last) return;
    after = last.user_id;
    yield;
  }
}
