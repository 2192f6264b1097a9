/**
 * Goes back if the entry below is the screen without the dialog: replacing it would leave a dead Back step
 * each time.
 */
import { type NavigateOptions, useRouter } from "@tanstack/react-router";
import { goBack, hrefUnder } from "./history-stack";

/** `to`: the screen without the dialog. */
export function useLeaveDialog(): (to: NavigateOptions) => void {
  const router = useRouter();
  return (to) => {
    const isUnderneath = hrefUnder(router, 1) === router.buildLocation(to).href;
    if (isUnderneath) void goBack(router, 1);
    else void router.navigate({ ...to, replace: true, resetScroll: false });
  };
}
