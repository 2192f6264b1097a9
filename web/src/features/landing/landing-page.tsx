import { PRODUCT } from "@shelv/contract/product";
import { useRef, useState } from "react";
import { useScreenTitle } from "#ui/use-screen-title";
import { landingWords } from "#words/landing";
import { ClaimBox } from "./claim-box";
import { LandingBar } from "./landing-bar";
import styles from "./landing-page.module.css";
import { SampleShelf } from "./sample-shelf";

const HIGHLIGHT_MS = 2000;

export function LandingPage() {
  const field = useRef<HTMLInputElement>(null);
  const [isHighlighted, setHighlighted] = useState(false);
  useScreenTitle(PRODUCT);

  const getStarted = () => {
    window.scrollTo({ top: 0, behavior: "smooth" });
    field.current?.focus({ preventScroll: true });
    setHighlighted(true);
    setTimeout(() => setHighlighted(false), HIGHLIGHT_MS);
  };

  return (
    <div className={styles["wall"]}>
      <LandingBar onGetStarted={getStarted} />
      <main className={styles["main"]}>
        <section className={styles["hero"]}>
          <h1 className={styles["title"]}>{landingWords.title}</h1>
          <p className={styles["lead"]}>{landingWords.lead}</p>
          <ClaimBox fieldRef={field} isHighlighted={isHighlighted} />
          <p className={styles["free"]}>{landingWords.free}</p>
        </section>
        <SampleShelf />
      </main>
    </div>
  );
}
