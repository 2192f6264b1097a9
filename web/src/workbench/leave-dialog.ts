/**
 * How a dialog that stands in the address is left: back to the entry under it, where that is the same screen without it. Were its entry
 * only replaced, whoever goes back later would have to go back through each dialog that was ever open, and see nothing happen.
 */
import { type NavigateOptions, useRouter } from "@tanstack/react-router";
import { goBack, hrefUnder } from "./tab-history";

/** `to` is the screen without the dialog. */
export function useLeaveDialog(): (to: NavigateOptions) => void {
  const router = useRouter();
  return (to) => {
    const isUnderneath = hrefUnder(router, 1) === router.buildLocation(to).href;
    if (isUnderneath) void goBack(router, 1);
    else void router.navigate({ ...to, replace: true, resetScroll: false });
  };
}
