import "#ui/theme/app.css";
import { MantineProvider, useComputedColorScheme } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { sendPendingSignOut } from "#api/pending-sign-out";
import { abortTransactionsOnPageHide } from "#local-store/boot/abort-on-pagehide";
import { loadCodeBy } from "#local-store/boot/load-code";
import { chooseStorage } from "#local-store/storage-fallback";
import { router } from "./routes/router/router.tsx";
import { listenForInstallPrompt } from "#domain/pwa/install-prompt";
import { loadUntilThere } from "#boot/load-when-reachable";
import { cssVariables, mantineTheme } from "#ui/theme/mantine-theme";
import { themeManager } from "#ui/theme/theme-choice";
import { followHistory } from "#navigation/history-stack";
import "#routes/loading/first-styles";
import { hintedUsername } from "#accounts/account-hint";
import { settleWithin } from "#platform/wait";

const BLANK_AT_MOST_MS = 800;

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");

// Before the first text is laid out, so that it is laid out once.
void document.fonts.load("1em Shelv Inter").catch(() => undefined);
listenForInstallPrompt();
abortTransactionsOnPageHide();
ignoreKeyRepeat();
loadCodeBy(loadUntilThere);
chooseStorage();
sendPendingSignOut();
followHistory(router);
// Resets the count of boot/start-guard.js.
try {
  sessionStorage.removeItem("shelv-failed-starts");
} catch {
  // Without storage there is no count.
}
// Not awaited at top level: what `startLoading` loads imports this file, which would wait for itself.
void startLoading().then(() => {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={mantineTheme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={themeManager()}
        defaultColorScheme="auto"
      >
        <ThemeClass />
        <RouterProvider router={router} />
      </MantineProvider>
    </StrictMode>,
  );
});

/**
 * Loads account, data and bundles before React renders, so that it renders once. Resolves when the first
 * screen can render, or after a timeout.
 */
function startLoading(): Promise<void> {
  const loading = router.load();
  preloadScreen();
  return settleWithin(BLANK_AT_MOST_MS, loading);
}

function preloadScreen(): void {
  // Without a known owner the router redirects.
  if (hintedUsername() === null) return;
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of matchedRoutes) void router.loadRouteChunk(route)?.catch(() => undefined);
}

/**
 * A held Enter key acts once, or it would open and close a dialog in turn. Line breaks in a text area repeat.
 */
function ignoreKeyRepeat(): void {
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

/** The class is for the app's styles, the attribute for the page's look. */
function ThemeClass() {
  const theme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.classList.remove("light", "dark");
    root.classList.add(theme);
    root.dataset["theme"] = theme;
    // The system's bars follow the theme.
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-of]")) {
      meta.media = meta.dataset["of"] === theme ? "all" : "not all";
    }
  }, [theme]);
  return null;
}
