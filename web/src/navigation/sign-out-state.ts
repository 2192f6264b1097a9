import { hasDirtyForms } from "#ui/forms/dirty-forms";

let isSigningOutHere = false;

export function setSigningOut(isSigningOut: boolean): void {
  isSigningOutHere = isSigningOut;
  if (isSigningOut) addEventListener("pageshow", reloadRestored);
  else removeEventListener("pageshow", reloadRestored);
}

/** The back/forward cache would show the signed-out page. */
function reloadRestored({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload();
}

export const isSigningOut = (): boolean => isSigningOutHere;

/** Another tab has signed out, or in with another account: after the reload the guards decide. */
export function followAnotherTab(): void {
  if (!isSigningOutHere && !hasDirtyForms()) location.reload();
}
