/** The pages that the build renders to HTML; see build/prerender.ts. */
import { StrictMode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { Board } from "@shelv/public-page/board.tsx";
import { PRODUCT } from "@shelv/contract/product";
import { LandingPage } from "#features/landing/landing-page.tsx";
import { notFoundTexts } from "#words/catalogue";

export const prerendered = {
  "/landing.html": () =>
    renderToString(
      <StrictMode>
        <LandingPage />
      </StrictMode>,
    ),
  "/not-found.html": () => renderToStaticMarkup(<NotFoundPage />),
};

/** The server's page for an unknown address. Its only script sets the theme. */
const NotFoundPage = () => (
  <div className="landing nothing">
    <header className="bar">
      <div className="bar-in">
        <a href="/" className="brand">
          <img src="/icons/shelv.svg" alt="" width={32} height={32} />
          {PRODUCT}
        </a>
      </div>
    </header>
    <main className="nothing-in">
      <h1 className="section-title">{notFoundTexts.title}</h1>
      <p className="section-lead">{notFoundTexts.text}</p>
      <a href="/" className="button">
        {notFoundTexts.home}
      </a>
      <div className="nothing-shelf" aria-hidden="true">
        <Board>
          <div className="shelv-row shelv-bare" />
        </Board>
      </div>
    </main>
  </div>
);
