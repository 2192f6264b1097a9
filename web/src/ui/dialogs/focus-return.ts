const returns: { to: Element | null }[] = [];

export function holdFocusReturn(to: Element | null): () => void {
  const held = { to };
  returns.push(held);
  return () => void returns.splice(returns.indexOf(held), 1);
}

/** The focused element of the page; behind dialogs, the one that gets the focus back. */
export const focusOfPage = (): Element | null => (returns[0] ? returns[0].to : document.activeElement);
