import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";
import { INSIDE } from "./faults.ts";

export function injectFaults(root: string): Plugin {
  const edits = Object.entries(INSIDE).flatMap(([name, { edits }]) =>
    edits.map((edit) => ({ name, ...edit })),
  );
  for (const { file } of edits) if (!existsSync(join(root, file))) throw new Error(`${file} does not exist`);
  return {
    name: "inject-faults",
    enforce: "pre",
    transform(code, id) {
      const path = relative(root, id.split("?")[0] ?? "").replaceAll("\\", "/");
      const own = edits.filter(({ file }) => file === path);
      if (own.length === 0) return null;
      return own.reduce((edited, { name, find, replace }) => {
        if (edited.split(find).length !== 2)
          throw new Error(`${path} does not hold \`${find}\` once, for ${name}`);
        const isOn = `(globalThis.simulatorFaults?.has(${JSON.stringify(name)}) === true)`;
        return edited.replace(find, () => replace.replaceAll("FAULT", isOn));
      }, code);
    },
  };
}
