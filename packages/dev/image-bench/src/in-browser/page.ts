/** Runs in Chromium, as the app does. */
import { OWN_MODEL, runTask } from "web/domain/background-removal/run-task";
import { preparePicture } from "web/pictures/prepare-picture";

export type PreparationCost = { preparedMs: number[]; bareMs: number[]; blockedMs: number };
export type RemovalCost = { removalMs: number[]; blockedByRemovalMs: number };

declare global {
  interface Window {
    measurePreparation: (address: string, times: number) => Promise<PreparationCost>;
    measureRemoval: (address: string, times: number) => Promise<RemovalCost>;
  }
}

window.measurePreparation = async (address, times) => {
  const photo = new File([await (await fetch(address)).blob()], "photo.jpg", { type: "image/jpeg" });
  const cost: PreparationCost = { preparedMs: [], bareMs: [], blockedMs: 0 };
  for (let nth = 0; nth <= times; nth += 1) {
    const bareMs = await took(() => bare(photo));
    let preparedMs = 0;
    const blockedMs = await longestTask(async () => {
      preparedMs = await took(() => preparePicture(photo));
    });
    cost.blockedMs = Math.max(cost.blockedMs, blockedMs);
    if (nth === 0) continue;
    cost.bareMs.push(bareMs);
    cost.preparedMs.push(preparedMs);
  }
  return cost;
};

window.measureRemoval = async (address, times) => {
  const bytes = await (await fetch(address)).arrayBuffer();
  const models = { operators: null, own: OWN_MODEL };
  const cost: RemovalCost = { removalMs: [], blockedByRemovalMs: 0 };
  cost.blockedByRemovalMs = await longestTask(async () => {
    for (let nth = 0; nth <= times; nth += 1) {
      const task = { wants: "cutout", picture: { bytes, type: "image/jpeg" }, tap: null, models } as const;
      const startMs = performance.now();
      const answer = await runTask(task, new AbortController().signal);
      if (answer === null || "problem" in answer) throw new Error("The background was not removed");
      cost.removalMs.push(performance.now() - startMs);
    }
  });
  return cost;
};

async function longestTask(work: () => Promise<void>): Promise<number> {
  let longestMs = 0;
  const watch = new PerformanceObserver((list) =>
    list.getEntries().forEach(({ duration }) => (longestMs = Math.max(longestMs, duration))),
  );
  watch.observe({ type: "longtask" });
  await work();
  await new Promise((resolve) => setTimeout(resolve, 100));
  watch.disconnect();
  return longestMs;
}

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
