import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Workbox } from "workbox-window";
import { hasDirtyForms } from "#ui/dirty-forms";
import { showToast } from "#ui/toast";
import { updateWords } from "#words/navigation";
import styles from "./app-update.module.css";

const SERVICE_WORKER = "/service-worker.js";

/** Lets the app work offline, and tells quietly when a newer version waits: it never takes over behind a form. */
export function AppUpdate() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => registerServiceWorker(setWaiting), []);

  const update = () => {
    if (hasDirtyForms()) showToast({ title: updateWords.wait });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker, not a window
    else waiting?.postMessage({ type: "skip-waiting" });
  };

  return (
    <output className={styles["region"]}>
      {waiting && <span className={styles["notice"]}>{updateWords.ready}<Button variant="subtle" onClick={update}>{updateWords.now}</Button></span>}
    </output>
  );
}

function registerServiceWorker(onWaiting: (waiting: ServiceWorker) => void): undefined {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const workbox = new Workbox(SERVICE_WORKER);
  workbox.addEventListener("waiting", ({ sw }) => {
    if (sw) onWaiting(sw);
  });
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
