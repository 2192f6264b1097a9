import { reloadWhenIdle } from "#ui/reload";
import { requestIdle } from "#ui/request-idle";
import { isSigningOut } from "#workbench/sign-out-state";
import { lookForUpdates } from "./look-for-updates";

const SERVICE_WORKER = "/service-worker.js";

/** `waiting`: a newer version is on this device; `taken`: it runs already, and this page is still the old one. */
export type UpdateState = "none" | "waiting" | "taken";

/** Registers the worker and tells how its updates stand. Returns how to stop. */
export function watchForUpdates(onState: (state: UpdateState) => void): (() => void) | undefined {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
  const { serviceWorker } = navigator;
  const workbox = new Promise<void>((resolve) => requestIdle(resolve))
    .then(() => import("workbox-window"))
    .then(({ Workbox }) => new Workbox(SERVICE_WORKER));

  // The first worker of all takes a page over that is as new as itself.
  let isControlled = serviceWorker.controller !== null;
  const heedTaking = () => {
    if (isControlled) {
      // This tab's owner asked for it, or another tab's: what is typed or sent here comes first.
      onState("taken");
      reloadWhenIdle();
    } else if (!isSigningOut()) {
      // What is on the screen came past a worker that was not there yet.
      tell(serviceWorker.controller, {
        type: "keep-pictures",
        pictures: performance.getEntriesByType("resource").map(({ name }) => name),
      });
    }
    isControlled = true;
  };
  serviceWorker.addEventListener("controllerchange", heedTaking);
  // That which this page began with: to a newer one it would pass for a page of the newer build, which needs no older files.
  let worker: ServiceWorker | null = null;
  // Where the network or the server goes away in the middle of it, there is no worker yet, or not all it needs; and a page may stay open for weeks.
  const keepApp = async () => {
    if (!worker) await (await workbox).register();
    tell(worker, { type: "keep-app" });
  };
  const heedNetwork = () => void keepApp().catch(() => undefined);
  addEventListener("online", heedNetwork);
  const stopLooking = lookForUpdates(async () => {
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
  // A browser that forbids service workers still runs the app, with the network.
  void register().catch(() => undefined);
  return () => {
    stopLooking();
    removeEventListener("online", heedNetwork);
    serviceWorker.removeEventListener("controllerchange", heedTaking);
  };
}

/** What a worker heeds: service-worker/worker-message.ts. */
function tell(worker: ServiceWorker | null, message: { type: string; pictures?: string[] }): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker?.postMessage(message);
}
