import type { SocialLinkRow as Row } from "@shelv/contract/social-link";
import { inOrder } from "@shelv/mutators/placing";

/** The stored links, and at their old places those that are kept though they are stored no more. */
export function withKept(links: readonly Row[], kept: readonly Row[]): readonly Row[] {
  const gone = kept.filter(({ id }) => !links.some((link) => link.id === id));
  return gone.length === 0 ? links : inOrder([...links, ...gone]);
}
