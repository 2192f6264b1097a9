import { useEffect, useState } from "react";
import { hasDirtyForms } from "#ui/dirty-forms";
import { Notice } from "#ui/notices.tsx";
import { updateApp } from "#ui/update-app";
import { updateWords } from "#words/navigation";
import { type UpdateState, watchForUpdates } from "./watch-for-updates";

/** Lets the app work offline, and tells quietly when a newer version waits: it never takes over behind a form. */
export function AppUpdate() {
  const [state, setState] = useState<UpdateState>("none");
  useEffect(() => watchForUpdates(setState), []);
  return (
    <output>
      {state === "waiting" && <Notice text={updateWords.ready} action={{ label: updateWords.now, run: () => void updateApp() }} />}
      {state === "taken" && hasDirtyForms() && <Notice text={updateWords.held} />}
    </output>
  );
}
