/**
 * Who asks for a code or tries one, as the limits see it. A stranger who keeps asking for your address soon reaches what
 * their own network may do. Many strangers together can reach what everyone may do to your address, but a browser in
 * which you have signed in before is counted apart from them.
 */
import type { Context } from "hono";
import { clientAddress } from "#http/client-address";
import { hashedAddress, saltedHash } from "#http/hashed-address";
import type { Taken } from "#http/rate-limits";
import type { Services } from "#services";
import { isSameHash, keyedHash } from "./token.ts";

/** All three are hashes of today. */
export type Asker = { network: string; address: string; networkAndAddress: string };

export const networkOf = ({ settings, addressSalt }: Pick<Services, "settings" | "addressSalt">, c: Context): Promise<string> =>
  hashedAddress(clientAddress(c, settings), addressSalt);

export async function askerOf(services: Services, c: Context, email: string): Promise<Asker> {
  const network = await networkOf(services, c);
  const known = services.cookies.read(c, "known");
  const isKnown = known !== undefined && isSameHash(known, knownMark(services.secret, email));
  return {
    network,
    address: await saltedHash(isKnown ? `known ${email}` : email, services.addressSalt),
    networkAndAddress: await saltedHash(`${network} ${email}`, services.addressSalt),
  };
}

/** What a browser keeps to be known by once its owner has signed in to this address. It opens nothing. */
export const knownMark = (secret: string, email: string): string => keyedHash(secret, `known\n${email}`);

export const codeLimits = (asker: Asker): Taken[] => [["codes-by-network", asker.network], ...codeLimitsOfAddress(asker)];

/** What a right code gives back. What a network may ask for stays used, or it could make accounts without end. */
export const codeLimitsOfAddress = ({ address, networkAndAddress }: Asker): Taken[] => [
  ["codes-to-address", address],
  ["codes-by-network-to-address", networkAndAddress],
  ["code-pause", networkAndAddress],
];

export const tryLimits = ({ network, address, networkAndAddress }: Asker): Taken[] => [
  ["wrong-codes-by-network", network],
  ["wrong-codes-to-address", address],
  ["wrong-codes-by-network-to-address", networkAndAddress],
];
