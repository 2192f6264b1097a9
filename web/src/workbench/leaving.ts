import { hasDirtyForms } from "#ui/dirty-forms";

let isLeaving = false;

/** This tab is signing out by itself and knows where it goes. */
export function setLeaving(leaving: boolean): void {
  isLeaving = leaving;
  if (leaving) addEventListener("pageshow", neverComeBack);
  else removeEventListener("pageshow", neverComeBack);
}

/** A browser that keeps a left page in its memory would show it to whoever presses Back, with all that stood on it. */
function neverComeBack({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload();
}

export const isLeavingByItself = (): boolean => isLeaving;

/** Another tab has signed out, or in as somebody else: the guards decide where this one belongs now. */
export function followAnotherTab(): void {
  if (!isLeaving && !hasDirtyForms()) location.reload();
}
