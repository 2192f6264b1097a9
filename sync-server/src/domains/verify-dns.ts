import type { DomainProblem } from "@shelv/contract/rows/domain";
import type { Evidence } from "./next-domain.ts";

/** A list is empty if DNS says there are none. `addresses`: those at the end of every CNAME. */
export type Records = { texts: string[]; aliases: string[]; addresses: string[] };

export type Target = { name: string; addresses: string[] | null };

export function verifyDns(records: Records, { token, target }: { token: string; target: Target }): Evidence {
  const address = verifyAddress(records, target);
  return address === null ? null : { token: verifyToken(records.texts, token), address };
}

export const hasToken = ({ texts }: Records, token: string): boolean => texts.includes(token);

function verifyToken(texts: string[], token: string): "right" | DomainProblem {
  if (texts.includes(token)) return "right";
  return texts.length === 0 ? { code: "no-token" } : { code: "wrong-token", found: shown(texts) };
}

/**
 * A CNAME to the server is right, wherever it resolves now. Other addresses must all be the server's: else
 * some visitors reach another host.
 */
function verifyAddress({ aliases, addresses }: Records, target: Target): "right" | DomainProblem | null {
  if (aliases.some((alias) => alias.toLowerCase() === target.name)) return "right";
  if (addresses.length === 0)
    return aliases.length === 0 ? { code: "no-address" } : { code: "wrong-address", found: shown(aliases) };
  if (target.addresses === null) return null;
  const strange = addresses.filter((address) => !target.addresses?.includes(address));
  return strange.length === 0
    ? "right"
    : { code: "wrong-address", found: shown(aliases.length > 0 ? aliases : strange) };
}

const shown = (texts: string[]) =>
  texts.slice(0, 4).map((text) => (text.length > 80 ? `${text.slice(0, 79)}…` : text));
