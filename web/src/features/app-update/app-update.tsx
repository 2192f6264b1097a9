import { useEffect, useState } from "react";
import { hasDirtyForms } from "#ui/forms/dirty-forms";
import { Notice } from "#ui/feedback/notices.tsx";
import { updateApp } from "#domain/pwa/update-app";
import { updateWords } from "#words/screens/navigation";
import { reloadWhenIdle } from "#platform/reload";
import { requestIdle } from "#platform/wait";
import { isSigningOut } from "#navigation/sign-out-state";
import { checkForUpdates } from "./check-for-updates";

/** Chromium lets an old worker that was just used idle for half a minute before the new one takes over. */
const OFFERED_AGAIN_AFTER_MS = 60_000;

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

const SERVICE_WORKER = "/service-worker.js";

/** `waiting`: the newer version is on this device. `taken`: it runs, and this page is of the older one. */
type UpdateState = "none" | "waiting" | "taken";

function watchForUpdates(onState: (state: UpdateState) => void): (() => void) | undefined {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
  const { serviceWorker } = navigator;
  const workbox = new Promise<void>((resolve) => requestIdle(resolve))
    .then(() => import("workbox-window"))
    .then(({ Workbox }) => new Workbox(SERVICE_WORKER));

  // The first worker that takes over is of this page's build.
  let isControlled = serviceWorker.controller !== null;
  const onTakeover = () => {
    if (isControlled) {
      onState("taken");
      reloadWhenIdle();
    } else if (!isSigningOut()) {
      // The page's requests so far bypassed the worker.
      post(serviceWorker.controller, {
        type: "keep-pictures",
        pictures: performance.getEntriesByType("resource").map(({ name }) => name),
      });
    }
    isControlled = true;
  };
  serviceWorker.addEventListener("controllerchange", onTakeover);
  // The first worker: a newer one would treat this page as its own build, and delete the older files.
  let worker: ServiceWorker | null = null;
  // Again when the network is back: the first try may fail, and a page stay open for weeks.
  const keepApp = async () => {
    if (!worker) await (await workbox).register();
    post(worker, { type: "keep-app" });
  };
  const onOnline = () => void keepApp().catch(() => undefined);
  addEventListener("online", onOnline);
  const stopLooking = checkForUpdates(async () => {
    await keepApp();
    await (await workbox).update();
  });
  const register = async () => {
    const registering = await workbox;
    registering.addEventListener("waiting", () => onState("waiting"));
    await registering.register();
    worker = (await serviceWorker.ready).active;
    await keepApp();
  };
  void register().catch(() => undefined);
  return () => {
    stopLooking();
    removeEventListener("online", onOnline);
    serviceWorker.removeEventListener("controllerchange", onTakeover);
  };
}

function post(worker: ServiceWorker | null, message: { type: string; pictures?: string[] }): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker?.postMessage(message);
}
