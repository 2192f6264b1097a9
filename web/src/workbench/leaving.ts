import { hasDirtyForms } from "#ui/dirty-forms";

let isLeaving = false;

/** This tab is signing out by itself and knows where it goes. */
export function setLeaving(leaving: boolean): void {
  isLeaving = leaving;
}

export const isLeavingByItself = (): boolean => isLeaving;

/** Another tab has signed out, or in as somebody else: the guards decide where this one belongs now. */
export function followAnotherTab(): void {
  if (!isLeaving && !hasDirtyForms()) location.reload();
}
