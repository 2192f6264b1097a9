/**
 * The control that replaced one no longer in the page: same element and same name. An owner with the focus in a list that could
 * not be sorted yet continues in the sortable one.
 */
export function matchingControl(gone: HTMLElement): HTMLElement | null {
  // Several may have the same name, such as two shelves called alike.
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
