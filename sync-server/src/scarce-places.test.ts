/**
 * What all share and there is little of. Each place has a quota for one account or network, and a reserve for
 * others or a replacement of the least.
 */
import { readFile } from "node:fs/promises";
import { DIMENSION_VALUES_MAX } from "@shelv/contract/analytics";
import { expect, test } from "vitest";
import { KNOWN_FOR_DAYS, NEW_CELLS_MAX, NEW_NAMES_MAX } from "#analytics/days/admit-names";
import { CELLS_MAX } from "#analytics/days/day-table";
import { CERTIFICATES_RESERVED } from "#domains/serve-tls-ask";
import { type LimitName, LIMITS } from "#http/rate-limits/limits";
import type { QueueLimits } from "#jobs/fair-queue";
import { CLAIMED_WORK, SHARED_QUEUES } from "#jobs/shared-queues";
import { PROVIDER_ATTEMPTS_MAX } from "#sign-in/provider-attempts";
import { CEILING_RESERVED, NEWCOMER_CODES, RESERVED } from "#sign-in/sign-in-limits";

/** `points`: how many places; `reserve`: of them, those for others; `quota`: the most of one. */
type Scarce = { points: number; reserve: number; quota: number; replaces?: string; tests: string[] };

const pointsOf = (limit: LimitName): number => LIMITS[limit].points;
const ofOnePayer = ({ ofPayer: { atOnce, waiting } }: QueueLimits) => atOnce + waiting;
const codes = pointsOf("codes-by-all");

/** By limit, or by name. Each test fails if one can use up the place. */
const SCARCE: Record<string, Scarce> = {
  "codes-by-all": {
    points: codes,
    reserve: codes * (CEILING_RESERVED.newcomers + CEILING_RESERVED.known),
    quota: pointsOf("hourly-codes-by-block"),
    tests: [
      "sign-in/sign-in-limits.test.ts: Networks that ask all the time leave codes for newcomers, hour after hour, and known browsers theirs",
    ],
  },
  "the codes in reserve for newcomers": {
    points: codes * CEILING_RESERVED.newcomers,
    reserve: codes * CEILING_RESERVED.newcomers - pointsOf("newcomers-codes-by-provider"),
    quota: NEWCOMER_CODES,
    tests: [
      "sign-in/sign-in-limits.test.ts: Networks that ask all the time leave codes for newcomers, hour after hour, and known browsers theirs",
    ],
  },
  "codes-to-mailbox": {
    points: pointsOf("codes-to-mailbox"),
    reserve: RESERVED["codes-to-mailbox"].others,
    quota: pointsOf("daily-codes-by-block-to-mailbox"),
    tests: [
      "sign-in/sign-in-limits.test.ts: Earlier requesters are stopped first, then new blocks; known browsers have the day's last codes",
    ],
  },
  "wrong-codes-to-mailbox": {
    points: pointsOf("wrong-codes-to-mailbox"),
    reserve: RESERVED["wrong-codes-to-mailbox"].others,
    quota: pointsOf("wrong-codes-by-block-to-mailbox"),
    tests: ["sign-in/sign-in-limits.test.ts: Others' wrong codes leave the owner's new device its own tries"],
  },
  certificates: {
    points: pointsOf("certificates"),
    reserve: CERTIFICATES_RESERVED,
    quota: pointsOf("certificates-by-account"),
    tests: ["domains/serve-tls-ask.test.ts: The hour's last certificates are for accounts without one in it"],
  },
  "requests to other sites, also to one host": {
    points: SHARED_QUEUES.outbound.most,
    reserve: SHARED_QUEUES.outbound.most - SHARED_QUEUES.outbound.ofPayer.waiting,
    quota: SHARED_QUEUES.outbound.ofPayer.waiting,
    tests: [
      "jobs/fair-queue.test.ts: Jobs of one key run one at a time, payers take turns there, and a waiting one takes no place",
      "jobs/fair-queue.test.ts: A payer with too many waiting jobs is refused, others are not until each has one in a full queue",
      "jobs/fair-queue.test.ts: In a full queue, a new payer takes the last place of the payer with the most waiting jobs",
    ],
  },
  "the minutes of a host that two accounts want": {
    points: 2,
    reserve: 1,
    quota: 1,
    tests: [
      "links/jobs/host-politeness.test.ts: Accounts take turns at a host's minutes, however many links one of them has",
      "links/jobs/check-links.test.ts: An account whose links of a host are hidden takes none of the host's minutes",
    ],
  },
  "link checks of a round": {
    points: CLAIMED_WORK.linkChecks.atOnce,
    reserve: CLAIMED_WORK.linkChecks.atOnce - CLAIMED_WORK.linkChecks.ofPayer,
    quota: CLAIMED_WORK.linkChecks.ofPayer,
    tests: ["links/jobs/check-links.test.ts: One account's many links do not keep another's from a round"],
  },
  "preview pictures that wait": {
    points: SHARED_QUEUES.ogImages.most,
    reserve: SHARED_QUEUES.ogImages.most - SHARED_QUEUES.ogImages.ofPayer.waiting,
    quota: SHARED_QUEUES.ogImages.ofPayer.waiting,
    tests: [
      "page/og-image/og-image-artist.test.ts: A network that asks for many images has few waiting, whose pictures are not read yet; others' are drawn",
    ],
  },
  "requests to the bucket": {
    points: SHARED_QUEUES.bucket.most,
    reserve: SHARED_QUEUES.bucket.most - ofOnePayer(SHARED_QUEUES.bucket),
    quota: ofOnePayer(SHARED_QUEUES.bucket),
    tests: [
      "pictures/storage/s3-store.test.ts: Networks that flood a slow bucket have few waiting each, and leave places for newcomers and the server",
    ],
  },
  "sign-ins that were started at a provider": {
    points: PROVIDER_ATTEMPTS_MAX,
    reserve: PROVIDER_ATTEMPTS_MAX - pointsOf("provider-starts-by-block"),
    quota: pointsOf("provider-starts-by-block"),
    replaces: "the oldest",
    tests: [
      "routes/account/provider-routes.test.ts: Sign-ins that many networks start replace the oldest ones, and the newest goes on",
    ],
  },
  "combinations of values on a day": {
    points: CELLS_MAX,
    reserve: CELLS_MAX / 2,
    quota: NEW_CELLS_MAX,
    tests: [
      "analytics/days/admit-names.test.ts: Networks that combine all values leave cells: a later visit is found under its source and its country",
    ],
  },
  "names of a dimension on a day": {
    points: DIMENSION_VALUES_MAX,
    reserve: KNOWN_FOR_DAYS,
    quota: NEW_NAMES_MAX,
    replaces: "the name with the fewest counts on that day and in the week before",
    tests: [
      "analytics/days/admit-names.test.ts: One address that names 58 sources just after midnight takes few places, and the day's sources have theirs",
      "analytics/days/admit-names.test.ts: When many networks took all places, a source of the week before gets one back, a new one at its second visit",
    ],
  },
};

test.each(Object.entries(SCARCE))("%s: one gets few, and others have a reserve", async (_, place) => {
  expect(place.quota).toBeLessThan(place.points / 2 + 1);
  expect(place.reserve).toBeGreaterThan(0);
  for (const named of place.tests) {
    const [file = "", title = ""] = named.split(/: (.*)/s);
    expect(await readFile(new URL(file, import.meta.url), "utf8")).toContain(`test("${title}"`);
  }
});

test("Each limit that all share is in the list; the others count one account, network or mailbox", () => {
  const isOfOne = (limit: string) => /-by-(?:account|network|site|block|provider)|^code-pause$/.test(limit);
  expect(Object.keys(LIMITS).filter((limit) => !isOfOne(limit) && !(limit in SCARCE))).toEqual([]);
});
