import { writeFileSync } from "node:fs";
import { test as base } from "./app-test";
import { redModel } from "./data/red-model";

export const test = base.extend<{ modelFile: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads fixture names from this pattern.
  modelFile: async ({}, use, testInfo) => {
    const file = testInfo.outputPath("red.onnx");
    writeFileSync(file, redModel());
    await use(file);
  },
  serverEnv: ({ modelFile }, use) => use({ BACKGROUND_MODEL: modelFile }),
});
