import { Button } from "@mantine/core";
import { PRODUCT } from "@shelv/contract/product";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { LinkButton } from "#ui/link-button.tsx";
import { landingWords } from "#words/landing";
import styles from "./landing-bar.module.css";

export function LandingBar({ onGetStarted }: { onGetStarted: () => void }) {
  const isSignedIn = useIsSignedIn();
  return (
    <header className={styles["bar"]}>
      <Link to="/" className={styles["brand"]}><img src="/icons/shelv.svg" alt="" width={32} height={32} />{PRODUCT}</Link>
      <nav className={styles["links"]}>
        {isSignedIn === true && <LinkButton to="/shelves" variant="light">{landingWords.myShelves}</LinkButton>}
        {isSignedIn === false && (
          <>
            <Link to="/login" className={styles["link"]}>{landingWords.signIn}</Link>
            <Button onClick={onGetStarted}>{landingWords.getStarted}</Button>
          </>
        )}
      </nav>
    </header>
  );
}

/** What this device says, without asking the server. The store is fetched late: a first visit can do without it. */
function useIsSignedIn(): boolean | null {
  const [isSignedIn, setSignedIn] = useState<boolean | null>(null);
  useEffect(() => {
    void import("#local-store/device")
      .then(({ currentAccount }) => currentAccount())
      .then((account) => setSignedIn(account !== null), () => setSignedIn(false));
  }, []);
  return isSignedIn;
}
