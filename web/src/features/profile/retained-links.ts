import type { SocialLinkRow as Row } from "@shelv/contract/rows/social-link";
import { inOrder } from "@shelv/mutators/placing";

export function withRetainedLinks(links: readonly Row[], kept: readonly Row[]): readonly Row[] {
  const gone = kept.filter(({ id }) => !links.some((link) => link.id === id));
  return gone.length === 0 ? links : inOrder([...links, ...gone]);
}
