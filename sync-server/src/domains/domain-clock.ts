import { limitsAt } from "@shelv/contract/plan";
import { readSingle } from "#database/read-single";
import type { Services } from "#services";
import { checkDomain, type DomainHost, tellOfHolders } from "./check-domain.ts";

const EVERY_MS = 60_000;
/** Strangers' name servers may take seconds each. */
const AT_ONCE = 16;

type ClockHost = DomainHost & Pick<Services, "rules" | "reportBug">;

/** Looks each minute at what is due, one run at a time. `stop` ends the questions under way and waits for what follows from them. */
export function startDomainClock(host: ClockHost): { stop(): Promise<void> } {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = checkDueDomains(host, () => isStopping)
      .catch((error: unknown) => void host.reportBug(error))
      .then(() => {
        if (!isStopping) timer = setTimeout(run, EVERY_MS).unref();
      });
  };
  run();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      host.names.close();
      await running;
    },
  };
}

/** Releases what no plan pays for any more, then looks at every domain whose time has come. */
export async function checkDueDomains(host: ClockHost, isStopping = () => false): Promise<void> {
  await releaseBeyondPlan(host);
  const due = await host.db.reader.selectFrom("domain").selectAll().where("check_at", "<=", host.now().getTime()).orderBy("check_at").execute();
  const left = due.values();
  const work = async () => {
    for (const row of left) {
      if (isStopping()) return;
      await checkDomain(host, row).catch(host.reportBug);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function releaseBeyondPlan(host: ClockHost): Promise<void> {
  const { reader, writer } = host.db;
  const owners = await reader.selectFrom("domain").select("user_id").distinct().execute();
  for (const { user_id: userId } of owners) {
    const account = await readSingle(reader, userId, "account");
    const { hasCustomDomain } = limitsAt(account, { now: host.now().toISOString(), hasPlanLimits: host.rules.hasPlanLimits });
    if (hasCustomDomain) continue;
    await writer.deleteFrom("domain").where("user_id", "=", userId).execute();
    await tellOfHolders(host, [userId]);
  }
}
