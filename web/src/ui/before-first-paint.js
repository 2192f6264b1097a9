// Before the first paint, so that nothing flashes: the theme chosen here, whether somebody is signed in here, whether
// there is a network, and the address that this server is opened under. Kept in step with theme-choice.ts and local-store/owner-hint.ts.
(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const choice = kept("ui-theme");
  const isDark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const theme = isDark ? "dark" : "light";
  const root = document.documentElement;
  root.classList.add(theme);
  root.dataset.theme = theme;
  root.dataset.mantineColorScheme = theme;
  for (const meta of document.querySelectorAll("meta[data-of]"))
    meta.media = meta.dataset.of === theme ? "all" : "not all";
  root.toggleAttribute("data-owner", kept("shelv-username") !== null);
  root.toggleAttribute("data-offline", !navigator.onLine);
  root.style.setProperty("--host", JSON.stringify(`${location.host}/`));
})();
