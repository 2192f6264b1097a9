import type { TemplateName } from "@shelv/contract/rows/appearance";
import type { Goal } from "@shelv/contract/rows/onboarding";
import { EVERY_DAY, KITCHEN, type SampleObject } from "#domain/sample-shelf/sample-objects";

export const SUITED_TEMPLATES: Record<Goal, TemplateName> = {
  creator: "warm",
  business: "minimal",
  personal: "dark",
};

const thingsNamed = (...ids: SampleObject["id"][]) =>
  ids.flatMap((id) => [...EVERY_DAY, ...KITCHEN].find((thing) => thing.id === id) ?? []);

export const SUITED_THINGS: Record<Goal, readonly SampleObject[]> = {
  creator: thingsNamed("lamp", "camera", "record"),
  business: thingsNamed("teapot", "vase", "mug"),
  personal: thingsNamed("books", "plant", "lemons"),
};
