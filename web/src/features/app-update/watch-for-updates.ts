import { reloadWhenIdle } from "#ui/reload";
import { whenIdle } from "#ui/when-idle";
import { lookForUpdates } from "./look-for-updates";

const SERVICE_WORKER = "/service-worker.js";

/** `waiting`: a newer version is on this device; `taken`: it runs already, and this page is still the old one. */
export type UpdateState = "none" | "waiting" | "taken";

/** Registers the worker and tells how its updates stand. Returns how to stop. */
export function watchForUpdates(onState: (state: UpdateState) => void): (() => void) | undefined {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
  const { serviceWorker } = navigator;
  const workbox = new Promise<void>((resolve) => whenIdle(resolve)).then(() => import("workbox-window")).then(({ Workbox }) => new Workbox(SERVICE_WORKER));

  // The first worker of all takes a page over that is as new as itself.
  let isControlled = serviceWorker.controller !== null;
  const heedTaking = () => {
    if (isControlled) {
      // This tab's owner asked for it, or another tab's: what is typed or sent here comes first.
      onState("taken");
      reloadWhenIdle();
    }
    isControlled = true;
  };
  serviceWorker.addEventListener("controllerchange", heedTaking);
  const stopLooking = lookForUpdates(async () => (await workbox).update());
  const register = async () => {
    const registering = await workbox;
    registering.addEventListener("waiting", () => onState("waiting"));
    await registering.register();
    (await serviceWorker.ready).active?.postMessage({ type: "keep-app" });
  };
  // A browser that forbids service workers still runs the app, with the network.
  void register().catch(() => undefined);
  return () => {
    stopLooking();
    serviceWorker.removeEventListener("controllerchange", heedTaking);
  };
}
