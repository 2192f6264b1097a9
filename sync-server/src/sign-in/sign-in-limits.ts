/**
 * Limits on requesting and trying codes. An attacker who requests codes for your address soon reaches the
 * limit of their block. Many blocks together reach the mailbox's limit, except its last places: some for
 * blocks without a request today, some for browsers in which its owner has signed in.
 */
import { TooMany } from "@shelv/contract/refusal";
import type { Context } from "hono";
import { clientAddress } from "#http/hosts/client-address";
import { hashedNetworks, type NetworkDeps, saltedHash } from "#http/rate-limits/hashed-address";
import { LIMITS } from "#http/rate-limits/limits";
import { type RateLimits, type Taken, takenByNetworks } from "#http/rate-limits/rate-limits";
import { REFUND_UNREACHED_MAIL } from "#mail/send-code-mail";
import type { Cookies } from "./cookies.ts";
import type { Alarms } from "#http/alarms";
import { mailboxOf } from "./mailbox.ts";
import { isSameHash, keyedHash } from "#platform/token";

/** Hashes of today. `isKnown`: this browser has signed in to this address. */
type Asker = {
  network: string;
  site: string;
  block: string;
  provider: string;
  mailbox: string;
  networkAndMailbox: string;
  blockAndMailbox: string;
  isKnown: boolean;
};

export const RESERVED = {
  "codes-to-mailbox": { others: 8, newcomers: 4 },
  "wrong-codes-to-mailbox": { others: 15, newcomers: 5 },
} as const;
/**
 * The parts of the server's ceiling that are left for others: a third for blocks with few codes today, a
 * sixth for known browsers. A block gets `NEWCOMER_CODES` of the reserve a day, a provider a tenth an hour:
 * to exhaust it takes 334 new blocks of ten providers every hour.
 */
export const CEILING_RESERVED = { newcomers: 1 / 3, known: 1 / 6 };
export const NEWCOMER_CODES = 3;
const ALARM_EVERY_MS = 60 * 60_000;

export type AskerDeps = NetworkDeps & { secret: string; cookies: Cookies };

/** The mark of a browser that has signed in to this address. It opens nothing. */
export const knownMark = (secret: string, email: string): string => keyedHash(secret, `known\n${email}`);

export async function askerOf(
  { settings, addressSalt, secret, cookies }: AskerDeps,
  c: Context,
  email: string,
): Promise<Asker> {
  const address = clientAddress(c, settings);
  const networks = await hashedNetworks(address, addressSalt);
  const mailbox = mailboxOf(email);
  const known = cookies.read(c, "known");
  return {
    ...networks,
    mailbox: await saltedHash(mailbox, addressSalt),
    networkAndMailbox: await saltedHash(`${networks.network} ${mailbox}`, addressSalt),
    blockAndMailbox: await saltedHash(`${networks.block} ${mailbox}`, addressSalt),
    isKnown: known !== undefined && isSameHash(known, knownMark(secret, email)),
  };
}

export async function takeForCode<T>(
  { limits, alarms }: { limits: RateLimits; alarms: Alarms },
  asker: Asker,
  work: () => Promise<T>,
): Promise<T> {
  const ofDay: Taken = ["daily-codes-by-block", asker.block];
  const points = limits.pointsOf("codes-by-all");
  const isNewcomer = (await limits.countOf(ofDay)) < NEWCOMER_CODES;
  const leavesFree = Math.floor(points * reservedFrom(asker.isKnown, isNewcomer));
  const ceiling: Taken = ["codes-by-all", "all", leavesFree];
  const othersHalf: Taken = ["codes-by-all", "all", Math.floor(points * reservedFrom(false, false))];
  const isOfReserve = isNewcomer && !asker.isKnown && (await limits.isUsedUp(othersHalf));
  const taken: Taken[] = [
    ceiling,
    ofDay,
    ...(isOfReserve ? [["newcomers-codes-by-provider", asker.provider] as const] : []),
    ...takenByNetworks("codes", asker),
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
      alarms.raise(
        "sign-in-mail-ceiling",
        `Over ${points - leavesFree} of at most ${points} sign-in mails have left within ${LIMITS["codes-by-all"].perS / 60} minutes: codes are refused until that is over`,
        { everyMs: ALARM_EVERY_MS },
      );
    }
    throw error;
  }
}

function reservedFrom(isKnown: boolean, isNewcomer: boolean): number {
  if (isKnown) return 0;
  return CEILING_RESERVED.known + (isNewcomer ? 0 : CEILING_RESERVED.newcomers);
}

/** Returns how to refund, after a correct code, the try and, once it has signed in, the code's places. */
export async function takeForTry(
  { limits }: { limits: RateLimits },
  asker: Asker,
): Promise<{ giveBackTry: () => Promise<void>; giveBackCode: () => Promise<void> }> {
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
  // The mailbox's owner does not burden it. A network's requests stay counted: else it could create unlimited
  // accounts.
  return {
    giveBackTry: () => limits.giveBack(...taken),
    giveBackCode: () => limits.giveBack(...codeLimitsOfMailbox(asker)),
  };
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
  limits: RateLimits,
  limit: keyof typeof RESERVED,
  { isKnown }: Asker,
  ofBlock: Taken,
): Promise<number> {
  if (isKnown) return 0;
  return (await limits.isCounted(ofBlock)) ? RESERVED[limit].others : RESERVED[limit].newcomers;
}
