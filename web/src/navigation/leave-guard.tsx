import { useBlocker } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { hasDirtyForms, leaveQuestionAtom, mayLeaveForms } from "#ui/forms/dirty-forms";
import { closeTopmostOnBack } from "#ui/dialogs/close-on-back";
import { leaveWords } from "#words/actions";
import { leavesScreen } from "./leaves-screen";
import { isSigningOut } from "./sign-out-state";

/**
 * Asks before a link, Back or closing the tab (with the browser's question) discards typed text; dialogs ask
 * in ui/dialogs/form-dialog.tsx. Back first closes the topmost overlay.
 */
export function LeaveGuard() {
  const question = useAtomValue(leaveQuestionAtom);
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) =>
      (action === "BACK" && closeTopmostOnBack()) ||
      (leavesScreen(current, next) && !(await mayLeaveForms())),
    enableBeforeUnload: () => hasDirtyForms() && !isSigningOut(),
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
