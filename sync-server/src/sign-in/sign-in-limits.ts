/**
 * Who asks for a code or tries one, as the limits see it. A stranger who keeps asking for your address soon reaches what their own block
 * may do to it, whatever networks they have in it. Many blocks together can reach what everyone may do to a mailbox, but for its last
 * places: some are kept for blocks that have not asked today, and some for browsers in which its owner has signed in before.
 */
import { TooMany } from "@shelv/contract/refusal";
import type { Context } from "hono";
import { clientAddress } from "#http/client-address";
import { hashedAddress, saltedHash } from "#http/hashed-address";
import { LIMITS } from "#http/limits";
import type { Taken } from "#http/rate-limits";
import { REFUND_UNREACHED_MAIL } from "#mail/send-code-mail";
import type { Services } from "#services";
import { mailboxOf } from "./mailbox-of.ts";
import { isSameHash, keyedHash } from "./token.ts";

/** All are hashes of today. `isKnown`: somebody has signed in to this address in this browser before. */
type Asker = {
  network: string;
  site: string;
  block: string;
  mailbox: string;
  networkAndMailbox: string;
  blockAndMailbox: string;
  isKnown: boolean;
};

/** How many of a mailbox's places are left for others: by who has asked before, by a block that has not, by a known browser. */
const KEPT_FREE = {
  "codes-to-mailbox": { others: 8, newcomers: 4 },
  "wrong-codes-to-mailbox": { others: 15, newcomers: 5 },
} as const;
/** Of the server's ceiling, for known browsers. */
const CEILING_KEPT_FREE = 500;
const ALARM_EVERY_MS = 60 * 60_000;

export const networkOf = (
  { settings, addressSalt }: Pick<Services, "settings" | "addressSalt">,
  c: Context,
): Promise<string> => hashedAddress(clientAddress(c, settings), addressSalt);

/** What a browser keeps to be known by once its owner has signed in to this address. It opens nothing. */
export const knownMark = (secret: string, email: string): string => keyedHash(secret, `known\n${email}`);

export async function askerOf(services: Services, c: Context, email: string): Promise<Asker> {
  const { settings, addressSalt, secret, cookies } = services;
  const address = clientAddress(c, settings);
  const [network, site, block] = await Promise.all(
    (["network", "site", "block"] as const).map((width) => hashedAddress(address, addressSalt, width)),
  );
  const mailbox = mailboxOf(email);
  const known = cookies.read(c, "known");
  return {
    network: network as string,
    site: site as string,
    block: block as string,
    mailbox: await saltedHash(mailbox, addressSalt),
    networkAndMailbox: await saltedHash(`${network} ${mailbox}`, addressSalt),
    blockAndMailbox: await saltedHash(`${block} ${mailbox}`, addressSalt),
    isKnown: known !== undefined && isSameHash(known, knownMark(secret, email)),
  };
}

/** Takes what one more code takes, then does the work that sends it. */
export async function takeForCode<T>(
  { limits, alarms }: Pick<Services, "limits" | "alarms">,
  asker: Asker,
  work: () => Promise<T>,
): Promise<T> {
  const ceiling: Taken = ["codes-by-all", "all", asker.isKnown ? 0 : CEILING_KEPT_FREE];
  const taken: Taken[] = [
    ceiling,
    ["codes-by-network", asker.network],
    ["codes-by-site", asker.site],
    ["codes-by-block", asker.block],
    ["hourly-codes-by-block", asker.block],
    ...codeLimitsOfMailbox(
      asker,
      await keptFree(limits, "codes-to-mailbox", asker, [
        "daily-codes-by-block-to-mailbox",
        asker.blockAndMailbox,
      ]),
    ),
  ];
  try {
    return await limits.takeFor(taken, work, REFUND_UNREACHED_MAIL);
  } catch (error) {
    if (error instanceof TooMany && (await limits.isUsedUp(ceiling))) {
      const { points, perS } = LIMITS["codes-by-all"];
      alarms.raise(
        "sign-in-mail-ceiling",
        `Over ${points - CEILING_KEPT_FREE} of at most ${points} sign-in mails have left within ${perS / 60} minutes: codes are refused until that is over`,
        { everyMs: ALARM_EVERY_MS },
      );
    }
    throw error;
  }
}

/** Takes one of what may be tried, and answers how to give it back with the code's own places, once the code was right. */
export async function takeForTry(
  { limits }: Pick<Services, "limits">,
  asker: Asker,
): Promise<{ giveBack: () => Promise<void> }> {
  const ofBlock: Taken = ["wrong-codes-by-block-to-mailbox", asker.blockAndMailbox];
  const taken: Taken[] = [
    ofBlock,
    ["wrong-codes-by-network", asker.network],
    ["wrong-codes-by-block", asker.block],
    [
      "wrong-codes-to-mailbox",
      asker.mailbox,
      await keptFree(limits, "wrong-codes-to-mailbox", asker, ofBlock),
    ],
  ];
  await limits.take(...taken);
  // Whoever reads the mailbox is no burden to it. What a network may ask for stays used, or it could make accounts without end.
  return { giveBack: () => limits.giveBack(...taken, ...codeLimitsOfMailbox(asker)) };
}

const codeLimitsOfMailbox = (
  { mailbox, networkAndMailbox, blockAndMailbox }: Asker,
  leavesFree = 0,
): Taken[] => [
  ["codes-to-mailbox", mailbox, leavesFree],
  ["daily-codes-by-block-to-mailbox", blockAndMailbox],
  ["codes-by-block-to-mailbox", blockAndMailbox],
  ["code-pause", networkAndMailbox],
];

async function keptFree(
  limits: Services["limits"],
  limit: keyof typeof KEPT_FREE,
  { isKnown }: Asker,
  ofBlock: Taken,
): Promise<number> {
  if (isKnown) return 0;
  return (await limits.isCounted(ofBlock)) ? KEPT_FREE[limit].others : KEPT_FREE[limit].newcomers;
}
