import { sweepAccounts } from "#accounts/sweep-accounts";
import { sumUpDays } from "#analytics/days/stored-days";
import { forgetOwnVisits } from "#analytics/visitor/own-visits";
import { sweepSalts } from "#database/daily-salt";
import { PICTURES_JOB } from "#shelves/sync-state/epochs";
import { type DigestDeps, sendDigests } from "#mail/digest/send-digests";
import { checkDueDomains, type ClockDeps } from "#domains/check-domain";
import { sweepPictures } from "#pictures/sweep-pictures";
import { type CheckDeps, checkDueLinks } from "#links/jobs/check-links";
import type { Tracker } from "#analytics/tracker";
import type { NameLookup } from "#domains/name-lookup";
import type { LinkWorker } from "#links/jobs/link-worker";
import type { PictureDeps } from "#pictures/store-picture";
import { ClaimTurns } from "#jobs/claim-turns";
import { HostPoliteness } from "#links/jobs/host-politeness";
import { addMissingLinks } from "#links/jobs/link-rows";
import { MAIL_KEPT_MS, sweepMails } from "#mail/file-mailer";
import { sweepSignIn } from "#sign-in/sign-in";
import { sweepSync } from "#shelves/sweep-sync";
import { undoAbandonedImports, type WriteImportDeps } from "#accounts/transfer/write-import";
import { type Job, JobRunner } from "./jobs/job-runner.ts";
import { oldFrom } from "./jobs/sweep-clock.ts";

type SweepDeps = PictureDeps & WriteImportDeps & { mailFolder: string; tracker: Tracker };
type JobDeps = SweepDeps &
  DigestDeps &
  Omit<ClockDeps, "names"> &
  Omit<CheckDeps, "db" | "politeness" | "turns"> & { names: NameLookup | null; linkWorker: LinkWorker };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** One at a time. */
export function housekeeping({ db, ...others }: SweepDeps): Job[] {
  return jobsOf({ ...others, db: { ...db, writer: db.lazyWriter } });
}

const jobsOf = (deps: SweepDeps): Job[] => [
  // Compares days, not ages: data about yesterday's visitors is always deleted.
  { name: "visitors", everyMs: HOUR_MS, forgetsByAge: false, steps: () => forgetVisitors(deps) },
  {
    name: "sign-in",
    everyMs: HOUR_MS,
    forgetsByAge: true,
    steps: (_, { seenMs }) => sweepSignIn(deps, seenMs),
  },
  {
    name: "accounts",
    everyMs: HOUR_MS,
    forgetsByAge: true,
    steps: (_, { seenMs }) => sweepAccounts(deps, seenMs),
  },
  {
    name: "mails",
    everyMs: HOUR_MS,
    forgetsByAge: true,
    isLocal: true,
    steps: (_, { seenMs }) => sweepMails(deps.mailFolder, oldFrom(MAIL_KEPT_MS, { now: deps.now(), seenMs })),
  },
  {
    name: "sync",
    everyMs: HOUR_MS,
    forgetsByAge: true,
    steps: (_, { seenMs }) => sweepSync(deps, seenMs),
  },
  {
    name: PICTURES_JOB,
    everyMs: DAY_MS,
    forgetsByAge: true,
    steps: (from, { seenMs }) => sweepPictures(deps, { from, seenMs }),
  },
  // A clock that ran ahead would close days that still change.
  {
    name: "analytics sums",
    everyMs: DAY_MS,
    forgetsByAge: true,
    steps: (from, { seenMs }) => sumUpDays(deps.db, { now: deps.now(), seenMs }, from),
  },
  {
    name: "links",
    everyMs: DAY_MS,
    forgetsByAge: false,
    steps: (from) => addMissingLinks(deps.db, from, deps.now),
  },
  { name: "write-ahead log", everyMs: HOUR_MS, forgetsByAge: false, steps: () => emptyLog(deps) },
];

/**
 * Five runners: mail servers, name servers and owners' links may be slow, and an owner waits until a half
 * import is undone. `address`: the public URL. `stop` waits for running steps.
 */
export function startJobs(deps: JobDeps, address: string): { stop(): Promise<void> } {
  const { names } = deps;
  const digests: Job = {
    name: "digests",
    everyMs: HOUR_MS,
    forgetsByAge: false,
    steps: (from) => sendDigests(deps, { address, from }),
  };
  const domains: Job[] = names
    ? [
        {
          name: "domains",
          everyMs: MINUTE_MS,
          forgetsByAge: false,
          steps: (_, beside) => checkDueDomains({ ...deps, names }, beside),
        },
      ]
    : [];
  const politeness = new HostPoliteness(deps.outbound, deps.pageReader);
  const turns = new ClaimTurns();
  const links: Job = {
    name: "link checks",
    everyMs: MINUTE_MS,
    forgetsByAge: false,
    steps: (_, { signal }) => checkDueLinks({ ...deps, politeness, turns }, signal),
  };
  const runners = [housekeeping(deps), [digests], domains, [links], [importsJob(deps)]].map(
    (jobs) => new JobRunner(deps, jobs),
  );
  for (const runner of runners) runner.start();
  deps.linkWorker.start();
  return {
    async stop() {
      const stopped = runners.map((runner) => runner.stop());
      names?.close();
      deps.outbound.close();
      await Promise.all(stopped);
    },
  };
}

/** Due at every check: its last run may have been in a process that has died. */
export const importsJob = (deps: WriteImportDeps): Job => ({
  name: "imports",
  everyMs: 0,
  forgetsByAge: false,
  steps: () => undoAbandonedImports(deps),
});

async function* forgetVisitors({ db, now, tracker }: SweepDeps): AsyncGenerator<void> {
  await sweepSalts(db.writer, now());
  yield;
  yield* forgetOwnVisits(db.writer, now());
  yield* tracker.forgetMarks();
}

async function* emptyLog({ db }: Pick<SweepDeps, "db">): AsyncGenerator<void> {
  await db.emptyLog();
  yield;
}
