// So that nothing flashes: sets the theme, whether an owner is signed in, whether there is a network, and the
// server's address. In step with theme-choice.ts and accounts/account-hint.ts.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const choice = read("ui-theme");
  const isDark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const theme = isDark ? "dark" : "light";
  const root = document.documentElement;
  root.classList.add(theme);
  root.dataset.theme = theme;
  root.dataset.mantineColorScheme = theme;
  for (const meta of document.querySelectorAll("meta[data-of]"))
    meta.media = meta.dataset.of === theme ? "all" : "not all";
  root.toggleAttribute("data-owner", read("shelv-username") !== null);
  root.toggleAttribute("data-offline", !navigator.onLine);
  root.style.setProperty("--host", JSON.stringify(`${location.host}/`));
})();
