/**
 * How the app is cut into files. Left alone, the bundler makes a file of everything that some screens share and others do not: dozens
 * of small ones, which compress badly and each take their turn to load. What every signed-in screen needs goes into one instead.
 */
type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** Bundles in the order in which they are loaded: the modules that these sources import at once, and no bundle before has. */
const BUNDLES: readonly { name: string; sources: readonly string[] }[] = [
  // What others than owners need as well stays as the bundler cuts it.
  { name: "", sources: ["src/main.tsx", "src/features/landing/landing-page.tsx", "src/routes/login-screen.tsx", "src/routes/owner-page-screen.tsx"] },
  { name: "guard", sources: ["src/local-store/opened-account.ts", "src/sync/session-account.ts"] },
  { name: "signed-in", sources: ["src/routes/signed-in-screen.tsx", "src/features/navigation/screen.tsx", "src/workbench/own-board.tsx", "src/workbench/sync-mark.tsx"] },
];

/** Names the bundle of a module; null leaves it to the bundler. `root` is the workspace's folder, without a slash at its end. */
export function bundlesOf(root: string): (id: string, graph: Graph) => string | null {
  let bundleOf: ReadonlyMap<string, string> | null = null;
  return (id, graph) => (bundleOf ??= bundlesByModule(root, graph)).get(id) || null;
}

function bundlesByModule(root: string, graph: Graph): Map<string, string> {
  const bundleOf = new Map<string, string>();
  for (const { name, sources } of BUNDLES) {
    const waiting = sources.map((source) => `${root}/${source}`);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (bundleOf.has(id)) continue;
      bundleOf.set(id, name);
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return bundleOf;
}
