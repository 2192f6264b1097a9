// Before any script is there: where somebody is signed in here (local-store/owner-hint.ts), what their screen needs is asked for at
// once. Style sheets are only fetched: in which order they stand is the bundler's business.
// The font is there when the first text is drawn: none is drawn in the device's own before, and moves. build/fetch-ahead.ts names the files.
// And the first database that is opened has the browser get out all of this site's: an empty one will do (local-store/storage.ts).
(({ shared, screens }) => {
  try {
    if (localStorage.getItem("shelv-username") === null) return;
  } catch {
    return;
  }
  const files = [...shared, ...(new Map(screens).get(location.pathname.split("/")[1]) ?? [])];
  const links = files.map((file) => {
    const as = { css: "style", woff2: "font" }[file.split(".").at(-1)] ?? "script";
    return `<link rel="${as === "script" ? "modulepreload" : "preload"}" as="${as}" crossorigin href="/${file}">`;
  });
  document.head.insertAdjacentHTML("beforeend", links.join(""));
  try {
    const opening = (globalThis.storageProbe = indexedDB.open("storage-probe"));
    opening.addEventListener("success", () => opening.result.close());
    opening.addEventListener("error", (event) => event.preventDefault());
  } catch {
    // Who needs it will find out.
  }
})(JSON.parse(document.currentScript.dataset.files));
