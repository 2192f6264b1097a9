/*
 * Runs before the install, on any Node, so it is plain JavaScript. Where the registry has Node 24 for this
 * platform, pnpm installs it; elsewhere the machine's own Node must be recent.
 */
const bringsItsOwn = ["linux-x64", "linux-arm64", "win32-x64"].includes(
  `${process.platform}-${process.arch}`,
);
const needed = bringsItsOwn ? 20 : 24;

if (Number(process.versions.node.split(".")[0]) < needed) {
  console.error(`Shelv needs Node ${needed} or newer on ${process.platform}; this is ${process.version}.`);
  process.exit(1);
}
