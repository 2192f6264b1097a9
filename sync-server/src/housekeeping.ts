import { sweepAccounts } from "#accounts/sweep-accounts";
import { moveOldCounts, sumUpDays } from "#analytics/days/stored-days";
import { forgetOwnVisits } from "#analytics/own-visits";
import { sweepSalts } from "#database/daily-salt";
import { PICTURES_JOB } from "#shelves/sync-state/epochs";
import { sendDigests } from "#mail/digest/send-digests";
import { checkDueDomains } from "#domains/check-domain";
import { recountPictures, sweepPictures } from "#pictures/sweep-pictures";
import { checkDueLinks } from "#links/jobs/check-links";
import { ClaimTurns } from "#jobs/claim-turns";
import { HostPoliteness } from "#links/jobs/host-politeness";
import { addMissingLinks } from "#links/jobs/link-rows";
import { MAIL_KEPT_MS, sweepMails } from "#mail/file-mailer";
import type { Services } from "./services.ts";
import { sweepSignIn } from "#sign-in/sign-in";
import { sweepSync, trimAccounts } from "#shelves/sweep-sync";
import { undoAbandonedImports } from "#accounts/transfer/write-import";
import { type Job, JobRunner } from "./jobs/job-runner.ts";
import { oldFrom } from "./jobs/sweep-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The jobs that run one at a time, on the writer whose commits do not wait for the disk: each job finds again
 * what a power cut has undone.
 */
export function housekeeping({ db, ...others }: Services): Job[] {
  return jobsOf({ ...others, db: { ...db, writer: db.lazyWriter } });
}

const jobsOf = (services: Services): Job[] => [
  // This job compares days, not ages: data about yesterday's visitors is always deleted.
  { name: "visitors", everyMs: HOUR_MS, forgetsByAge: false, steps: () => forgetVisitors(services) },
  {
    name: "sign-in",
    everyMs: HOUR_MS,
    forgetsByAge: true,
    steps: (_, { seenMs }) => sweepSignIn(services, seenMs),
  },
  {
    name: "accounts",
    everyMs: HOUR_MS,
    forgetsByAge: true,
    steps: (_, { seenMs }) => sweepAccounts(services, seenMs),
  },
  {
    name: "mails",
    everyMs: HOUR_MS,
    forgetsByAge: true,
    isLocal: true,
    steps: (_, { seenMs }) =>
      sweepMails(services.mailFolder, oldFrom(MAIL_KEPT_MS, { now: services.now(), seenMs })),
  },
  {
    name: "sync",
    everyMs: HOUR_MS,
    forgetsByAge: true,
    steps: (_, { seenMs }) => sweepSync(services, seenMs),
  },
  { name: "quotas", everyMs: DAY_MS, forgetsByAge: false, steps: (from) => trimAccounts(services.db, from) },
  {
    name: PICTURES_JOB,
    everyMs: DAY_MS,
    forgetsByAge: true,
    steps: (from, { seenMs }) => sweepPictures(services, { from, seenMs }),
  },
  { name: "picture bytes", everyMs: DAY_MS, forgetsByAge: false, steps: () => recountPictures(services) },
  {
    name: "packed analytics",
    everyMs: DAY_MS,
    forgetsByAge: false,
    steps: () => moveOldCounts(services.db.writer),
  },
  // A clock that ran ahead would close days that still change.
  {
    name: "analytics sums",
    everyMs: DAY_MS,
    forgetsByAge: true,
    steps: (from, { seenMs }) => sumUpDays(services.db, { now: services.now(), seenMs }, from),
  },
  {
    name: "links",
    everyMs: DAY_MS,
    forgetsByAge: false,
    steps: (from) => addMissingLinks(services.db, from, services.now),
  },
  { name: "write-ahead log", everyMs: HOUR_MS, forgetsByAge: false, steps: () => emptyLog(services) },
];

/**
 * Opens five runners: mail servers, name servers and owners' links may be slow, and an owner waits until a
 * half import is undone. `address`: the public URL. `stop` waits for running steps.
 */
export function startJobs(services: Services, address: string): { stop(): Promise<void> } {
  const { names } = services;
  const digests: Job = {
    name: "digests",
    everyMs: HOUR_MS,
    forgetsByAge: false,
    steps: (from) => sendDigests(services, { address, from }),
  };
  const domains: Job[] = names
    ? [
        {
          name: "domains",
          everyMs: MINUTE_MS,
          forgetsByAge: false,
          steps: (_, beside) => checkDueDomains({ ...services, names }, beside),
        },
      ]
    : [];
  const politeness = new HostPoliteness(services.outbound, services.pageReader);
  const turns = new ClaimTurns();
  const links: Job = {
    name: "link checks",
    everyMs: MINUTE_MS,
    forgetsByAge: false,
    steps: (_, { signal }) => checkDueLinks({ ...services, politeness, turns }, signal),
  };
  const runners = [housekeeping(services), [digests], domains, [links], [importsJob(services)]].map(
    (jobs) => new JobRunner(services, jobs),
  );
  for (const runner of runners) runner.start();
  services.linkWorker.start();
  return {
    async stop() {
      const stopped = runners.map((runner) => runner.stop());
      // Closing the resolver ends running DNS queries.
      names?.close();
      services.outbound.close();
      await Promise.all(stopped);
    },
  };
}

/** This job is due at every check: its last run may have been in a process that has died. */
export const importsJob = (services: Services): Job => ({
  name: "imports",
  everyMs: 0,
  forgetsByAge: false,
  steps: () => undoAbandonedImports(services),
});

async function* forgetVisitors({ db, now, tracker }: Services): AsyncGenerator<void> {
  await sweepSalts(db.writer, now());
  yield;
  yield* forgetOwnVisits(db.writer, now());
  yield* tracker.forgetMarks();
}

async function* emptyLog({ db }: Services): AsyncGenerator<void> {
  await db.emptyLog();
  yield;
}
