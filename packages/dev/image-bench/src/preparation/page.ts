/**
 * In Chromium: prepares a photo as the app does, and for comparison decodes and encodes it once at full size.
 */
import { preparePicture } from "web/images/prepare-picture";

/** `blockedMs`: the page's longest task; 0 when none took 50 ms. */
export type PreparationCost = { preparedMs: number[]; bareMs: number[]; blockedMs: number };

declare global {
  interface Window {
    measurePreparation: (address: string, times: number) => Promise<PreparationCost>;
  }
}

/** Both alternate, after one warm-up round. */
window.measurePreparation = async (address, times) => {
  const photo = new File([await (await fetch(address)).blob()], "photo.jpg", { type: "image/jpeg" });
  const cost: PreparationCost = { preparedMs: [], bareMs: [], blockedMs: 0 };
  for (let nth = 0; nth <= times; nth += 1) {
    const bareMs = await took(() => bare(photo));
    const watch = new PerformanceObserver((list) =>
      list.getEntries().forEach(({ duration }) => (cost.blockedMs = Math.max(cost.blockedMs, duration))),
    );
    watch.observe({ type: "longtask" });
    const preparedMs = await took(() => preparePicture(photo));
    // Performance observers are notified with a delay.
    await new Promise((resolve) => setTimeout(resolve, 100));
    watch.disconnect();
    if (nth === 0) continue;
    cost.bareMs.push(bareMs);
    cost.preparedMs.push(preparedMs);
  }
  return cost;
};

async function bare(photo: File): Promise<void> {
  const bitmap = await createImageBitmap(photo);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
  bitmap.close();
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
