import { useEffect, useState } from "react";
import { hasDirtyForms } from "#ui/forms/dirty-forms";
import { Notice } from "#ui/feedback/notices.tsx";
import { updateApp } from "#domain/pwa/update-app";
import { updateWords } from "#words/screens/navigation";
import { type UpdateState, watchForUpdates } from "./watch-for-updates";

/** Chromium lets an old worker that was just used idle for half a minute before the new one takes over. */
const OFFERED_AGAIN_AFTER_MS = 60_000;

/** Offers a waiting update, which never interrupts a form. */
export function AppUpdate() {
  const [state, setState] = useState<UpdateState>("none");
  const [isAsked, setAsked] = useState(false);
  useEffect(() => watchForUpdates(setState), []);
  useEffect(() => {
    if (!isAsked) return undefined;
    const timer = setTimeout(setAsked, OFFERED_AGAIN_AFTER_MS, false);
    return () => clearTimeout(timer);
  }, [isAsked]);
  const update = async () => {
    setAsked(true);
    setAsked(await updateApp());
  };
  return (
    <output>
      {state === "waiting" && (
        <Notice
          text={isAsked ? updateWords.coming : updateWords.ready}
          action={{ label: updateWords.now, isOff: isAsked, run: () => void update() }}
        />
      )}
      {state === "taken" && hasDirtyForms() && <Notice text={updateWords.held} />}
    </output>
  );
}
