/** The Node packages name their platform as text where the lockfile keeps only lists: without this, Linux fetches Windows' Node too. */
export const hooks = {
  readPackage(manifest) {
    if (!/^node-(linux|win)-/.test(manifest.name)) return manifest;
    return { ...manifest, os: [manifest.os].flat(), cpu: [manifest.cpu].flat() };
  },
};
