const returns: { to: Element | null }[] = [];

/** Returns how to end it, once the focus is back. */
export function holdFocusReturn(to: Element | null): () => void {
  const held = { to };
  returns.push(held);
  return () => void returns.splice(returns.indexOf(held), 1);
}

export const focusOfPage = (): Element | null => (returns[0] ? returns[0].to : document.activeElement);
