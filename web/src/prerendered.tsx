import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { nothingHere, strangerPage } from "@shelv/public-page/stranger-page";
import { LandingPage } from "#features/landing/landing-page.tsx";

export const prerendered = {
  "/landing.html": () =>
    renderToString(
      <StrictMode>
        <LandingPage />
      </StrictMode>,
    ),
  /** For an unknown address. Its only script sets the theme. */
  "/not-found.html": () => strangerPage(nothingHere()),
};
