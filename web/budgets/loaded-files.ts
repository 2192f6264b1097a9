/** In Vite's manifest, under its source or its name. */
type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[] };
export type Manifest = Record<string, Chunk>;

/** A source is a path ("src/routes/login-screen.tsx") or the name of a shared chunk ("signed-in"). */
export function loadedFiles(manifest: Manifest, sources: readonly string[]): string[] {
  const keys = new Set<string>();
  const visit = (key: string) => {
    if (keys.has(key)) return;
    keys.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(keyOf(manifest, source));
  return [...keys].flatMap((key) => manifest[key]?.file ?? []).filter((file) => file.endsWith(".js"));
}

/** Beyond the files of the sources before them. */
export function furtherFiles(
  manifest: Manifest,
  sources: readonly string[],
  before: readonly string[],
): string[] {
  const there = new Set(loadedFiles(manifest, before));
  return loadedFiles(manifest, sources).filter((file) => !there.has(file));
}

function keyOf(manifest: Manifest, source: string): string {
  const key = Object.hasOwn(manifest, source)
    ? source
    : Object.keys(manifest).find((key) => manifest[key]?.name === source);
  if (key === undefined) throw new Error(`The build has no chunk for ${source}`);
  return key;
}
