/** What the DNS of a domain says, held against what it should say. */
import type { DomainProblem } from "@shelv/contract/domain";
import type { Evidence } from "./next-domain.ts";

/** What stands under a name; empty where DNS says that nothing does. Addresses are those at the end of every alias. */
export type Records = { texts: string[]; aliases: string[]; addresses: string[] };

/** What leads here: the server's own name, and its addresses; null where nobody could say them. */
export type Target = { name: string; addresses: string[] | null };

export function judgeRecords(
  records: Records,
  { token, target }: { token: string; target: Target },
): Evidence {
  const address = judgedAddress(records, target);
  return address === null ? null : { token: judgedToken(records.texts, token), address };
}

export const hasToken = ({ texts }: Records, token: string): boolean => texts.includes(token);

function judgedToken(texts: string[], token: string): "right" | DomainProblem {
  if (texts.includes(token)) return "right";
  return texts.length === 0 ? { code: "no-token" } : { code: "wrong-token", found: shown(texts) };
}

/** An alias to us is right, wherever it leads at the moment; other addresses have to be all ours, or some visitors end elsewhere. */
function judgedAddress({ aliases, addresses }: Records, target: Target): "right" | DomainProblem | null {
  if (aliases.some((alias) => alias.toLowerCase() === target.name)) return "right";
  if (addresses.length === 0)
    return aliases.length === 0 ? { code: "no-address" } : { code: "wrong-address", found: shown(aliases) };
  if (target.addresses === null) return null;
  const strange = addresses.filter((address) => !target.addresses?.includes(address));
  return strange.length === 0
    ? "right"
    : { code: "wrong-address", found: shown(aliases.length > 0 ? aliases : strange) };
}

/** Strangers write these: as many and as long as people can take in. */
const shown = (texts: string[]) =>
  texts.slice(0, 4).map((text) => (text.length > 80 ? `${text.slice(0, 79)}…` : text));
