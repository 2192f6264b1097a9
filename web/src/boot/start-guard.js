// If a first script or style sheet is missing or wrong, loads the page again. After three failures, or if the
// app's code cannot run here, index.html says so. main.tsx resets the count.
(() => {
  const KEY = "shelv-failed-starts";
  const PAUSES_MS = [1000, 3000];
  const isAppThere = () => Boolean(document.querySelector("#root")?.hasChildNodes());
  const show = () => {
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", show, { once: true });
    else document.querySelector("#cannot-start").hidden = isAppThere();
  };
  const countFailure = () => {
    try {
      const failures = Number(sessionStorage.getItem(KEY));
      sessionStorage.setItem(KEY, String(failures + 1));
      return failures;
    } catch {
      // Without a stored count it would reload forever.
      return PAUSES_MS.length;
    }
  };
  let isOver = false;
  const fail = (isWorthReloading) => {
    if (isOver || isAppThere()) return;
    isOver = true;
    const pauseMs = isWorthReloading ? PAUSES_MS[countFailure()] : undefined;
    if (pauseMs === undefined) show();
    else setTimeout(() => location.reload(), pauseMs);
  };
  addEventListener(
    "error",
    ({ target }) => {
      if (target === window) fail(false);
      else if (
        target instanceof HTMLScriptElement ||
        (target instanceof HTMLLinkElement && target.rel === "stylesheet")
      )
        fail(true);
    },
    { capture: true },
  );
})();
