// Before any script: preloads what the screen needs if an owner is signed in. build/fetch-ahead.ts names the
// files. Style sheets are only fetched: the bundler decides their order. The font loads before the first
// text, which would move otherwise. The databases opened here (local-store/boot/preopened-databases.ts) close
// when another tab deletes or upgrades them.
(({ shared, screens }) => {
  let userId;
  try {
    if (localStorage.getItem("shelv-username") === null) return;
    userId = localStorage.getItem("shelv-user-id");
  } catch {
    return;
  }
  const filesOf = new Map(screens);
  // "/dashboard/stats" is the stats screen, "/onboarding/profile-setup" the setup's.
  const screen = location.pathname.split("/").findLast((part) => filesOf.has(part));
  const files = [...shared, ...(filesOf.get(screen) ?? [])];
  const links = files.map((file) => {
    const as = { css: "style", woff2: "font" }[file.split(".").at(-1)] ?? "script";
    return `<link rel="${as === "script" ? "modulepreload" : "preload"}" as="${as}" crossorigin href="/${file}">`;
  });
  document.head.insertAdjacentHTML("beforeend", links.join(""));
  const open = (name) => {
    const opening = indexedDB.open(name);
    opening.addEventListener("upgradeneeded", () => opening.transaction.abort());
    opening.addEventListener("success", () =>
      opening.result.addEventListener("versionchange", () => opening.result.close()),
    );
    opening.addEventListener("error", (event) => event.preventDefault());
    return [name, opening];
  };
  try {
    globalThis.preopenedDatabases = new Map(
      ["shelv-device", ...(userId ? [`shelv-${userId}`] : [])].map(open),
    );
  } catch {
    // The later reader meets the same error and reports it.
  }
})(JSON.parse(document.currentScript.dataset.files));
