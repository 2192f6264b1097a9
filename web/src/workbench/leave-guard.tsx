import { useBlocker } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { hasDirtyForms, leaveQuestionAtom, mayLeaveForms } from "#ui/dirty-forms";
import { closeTopmostOnBack } from "#ui/close-on-back";
import { leaveWords } from "#words/actions";
import { isElsewhere } from "./is-elsewhere";
import { isLeavingByItself } from "./leaving";

/**
 * Asks before a form with something typed in it is left: by a link, by Back, or by closing the tab, where the browser asks in its
 * own words. Dialogs ask the same question when they are closed (ui/form-dialog.tsx). Back first closes what stands over the screen.
 */
export function LeaveGuard() {
  const question = useAtomValue(leaveQuestionAtom);
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) =>
      (action === "BACK" && closeTopmostOnBack()) || (isElsewhere(current, next) && !(await mayLeaveForms())),
    enableBeforeUnload: () => hasDirtyForms() && !isLeavingByItself(),
  });
  return (
    <ConfirmDialog
      isOpen={question !== null}
      title={leaveWords.title}
      text={leaveWords.text}
      confirm={leaveWords.leave}
      cancel={leaveWords.stay}
      isAboutLeaving
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    />
  );
}
