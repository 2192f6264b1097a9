// Before any script is there: where somebody is signed in here (local-store/owner-hint.ts), what their screen needs is asked for at
// once. Style sheets are only fetched: in which order they stand is the bundler's business.
// The font is there when the first text is drawn: none is drawn in the device's own before, and moves. build/fetch-ahead.ts names the files.
// And the databases that tell whose screen it is and what is on it are opened for who will read them (local-store/opened-ahead.ts), each
// only where it is there. They give way to whoever deletes them or brings a newer shape.
(({ shared, screens }) => {
  let userId;
  try {
    if (localStorage.getItem("shelv-username") === null) return;
    userId = localStorage.getItem("shelv-user-id");
  } catch {
    return;
  }
  const files = [...shared, ...(new Map(screens).get(location.pathname.split("/")[1]) ?? [])];
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
    globalThis.openedAhead = new Map(["shelv-device", ...(userId ? [`shelv-${userId}`] : [])].map(open));
  } catch {
    // Who needs it will find out.
  }
})(JSON.parse(document.currentScript.dataset.files));
