import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Workbox } from "workbox-window";
import { hasDirtyForms } from "#ui/dirty-forms";
import { updateApp } from "#ui/update-app";
import { updateWords } from "#words/navigation";
import styles from "./app-update.module.css";

const SERVICE_WORKER = "/service-worker.js";

/** Lets the app work offline, and tells quietly when a newer version waits: it never takes over behind a form. */
export function AppUpdate() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => registerServiceWorker(() => setWaiting(true)), []);

  return (
    <output className={styles["region"]}>
      {isWaiting && <span className={styles["notice"]}>{updateWords.ready}<Button variant="subtle" onClick={() => void updateApp()}>{updateWords.now}</Button></span>}
    </output>
  );
}

function registerServiceWorker(onWaiting: () => void): undefined {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const workbox = new Workbox(SERVICE_WORKER);
  workbox.addEventListener("waiting", onWaiting);
  // Another tab may have asked for the new version: what is being typed here comes first.
  workbox.addEventListener("controlling", ({ isUpdate }) => {
    if (isUpdate && !hasDirtyForms()) location.reload();
  });
  workbox.register().then(
    async () => (await navigator.serviceWorker.ready).active?.postMessage({ type: "keep-app" }),
    // A browser that forbids service workers still runs the app, with the network.
    () => undefined,
  );
}
