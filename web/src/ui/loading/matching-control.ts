/**
 * The replacement of a control, with the same element and name: the focus moves from a static list to the
 * sortable one.
 */
export function matchingControl(gone: HTMLElement): HTMLElement | null {
  // Names may repeat, such as two shelves'.
  const nth = alike(gone, gone.getRootNode() as Element).indexOf(gone);
  return alike(gone, document.body)[nth] ?? null;
}

function alike(element: HTMLElement, within: Element): HTMLElement[] {
  const name = nameOf(element);
  return [...within.querySelectorAll<HTMLElement>(element.localName)].filter(
    (other) => nameOf(other) === name,
  );
}

const nameOf = (element: HTMLElement): string =>
  `${element.getAttribute("href")} ${element.getAttribute("aria-label") ?? element.textContent}`;
