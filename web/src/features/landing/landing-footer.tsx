import { PRODUCT } from "@shelv/contract/product";
import { footerWords } from "#words/landing";

/** Placeholder links: they have no target, and screen readers say so. */
export const LandingFooter = () => (
  <footer className="foot">
    <div className="foot-in">
      <div className="foot-brand">
        <span className="brand">
          <img src="/icons/shelv.svg" alt="" width={32} height={32} />
          {PRODUCT}
        </span>
        <p>{footerWords.credit}</p>
      </div>
      {footerWords.columns.map(({ title, links }) => (
        <section key={title} className="foot-column" aria-labelledby={`foot-${title}`}>
          <h2 id={`foot-${title}`} className="foot-title">
            {title}
          </h2>
          <ul role="list">
            {links.map((link) => (
              <li key={link}>
                {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- these pages have no address yet */}
                <a role="link" aria-disabled="true" className="foot-link">
                  {link}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  </footer>
);
