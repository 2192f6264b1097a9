import "#ui/theme/app.css";
import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { sendPendingSignOut } from "#api/pending-sign-out";
import { abortTransactionsOnPageHide } from "#local-store/boot/abort-on-pagehide";
import { loadCodeBy } from "#local-store/boot/load-code";
import { chooseStorage } from "#local-store/storage-fallback";
import { router } from "#routes/router.tsx";
import { startLoading } from "#routes/loading/start-loading";
import { ignoreKeyRepeat } from "#platform/ignore-key-repeat";
import { listenForInstallPrompt } from "#domain/pwa/install-prompt";
import { loadUntilThere } from "#boot/load-when-reachable";
import { cssVariables, mantineTheme } from "#ui/theme/mantine-theme";
import { ThemeClass } from "#ui/theme/theme-class.tsx";
import { themeManager } from "#ui/theme/theme-choice";
import { followHistory } from "#navigation/history-stack";
import "#routes/loading/first-styles";

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");

// Loaded before the first text is laid out, so that it is laid out once.
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
// Not awaited at top level: what it loads imports this file, which would wait for itself.
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
