import { Button } from "@mantine/core";
import { PRODUCT } from "@shelv/contract/product";
import { Link } from "@tanstack/react-router";
import { hintedOwner } from "#local-store/owner-hint";
import { LinkButton } from "#ui/link-button.tsx";
import { landingWords } from "#words/landing";
import styles from "./landing-bar.module.css";

export function LandingBar({ onGetStarted }: { onGetStarted: () => void }) {
  // As this device remembers it: the landing page opens no store and asks no server.
  const isSignedIn = hintedOwner() !== null;
  return (
    <header className={styles["bar"]}>
      <Link to="/" className={styles["brand"]}><img src="/icons/shelv.svg" alt="" width={32} height={32} />{PRODUCT}</Link>
      <nav className={styles["links"]}>
        {isSignedIn && (
          <>
            <Link to="/dashboard" className={styles["link"]}>{landingWords.dashboard}</Link>
            <LinkButton to="/shelves" variant="light">{landingWords.myShelves}</LinkButton>
            <Link to="/account" className={styles["link"]}>{landingWords.account}</Link>
          </>
        )}
        {!isSignedIn && (
          <>
            <Link to="/login" className={styles["link"]}>{landingWords.signIn}</Link>
            <Button onClick={onGetStarted}>{landingWords.getStarted}</Button>
          </>
        )}
      </nav>
    </header>
  );
}
