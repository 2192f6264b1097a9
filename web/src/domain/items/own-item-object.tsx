import { lazyComponent } from "#ui/loading/lazy-component.tsx";

/** The drawings are no part of the first screen's code. */
export const OwnItemObject = lazyComponent(
  async () => (await import("@shelv/public-page/objects/item-object.tsx")).ItemObject,
  { afterMs: 0, Missing: () => null },
);
