/** The pages that the build renders to HTML; see build/prerender.ts. */
import { StrictMode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { LandingPage } from "#features/landing/landing-page.tsx";
import { NotFoundPage } from "#features/landing/not-found-page.tsx";

export const prerendered = {
  "/landing.html": () =>
    renderToString(
      <StrictMode>
        <LandingPage />
      </StrictMode>,
    ),
  "/not-found.html": () => renderToStaticMarkup(<NotFoundPage />),
};
