/**
 * The control that has taken the place of one that is no longer in the page: it is of the same kind and says the same. So whoever had the
 * focus in a list that did not sort yet goes on in the one that does.
 */
export function standInFor(gone: HTMLElement): HTMLElement | null {
  // Several may say the same, such as two shelves of one name.
  const nth = alike(gone, gone.getRootNode() as Element).indexOf(gone);
  return alike(gone, document.body)[nth] ?? null;
}

function alike(element: HTMLElement, within: Element): HTMLElement[] {
  const said = saidBy(element);
  return [...within.querySelectorAll<HTMLElement>(element.localName)].filter(
    (other) => saidBy(other) === said,
  );
}

const saidBy = (element: HTMLElement): string =>
  `${element.getAttribute("href")} ${element.getAttribute("aria-label") ?? element.textContent}`;
