export function isInViewport(element: Element | null): boolean {
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return bottom > 0 && top < window.innerHeight;
}
