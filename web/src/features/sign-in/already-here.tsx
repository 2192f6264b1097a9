import { useState } from "react";
import { hintedOwner } from "#local-store/owner-hint";
import { signInWords } from "#words/sign-in";
import { nextPath } from "./next-path";
import styles from "./sign-in-page.module.css";

const words = signInWords.email;

/** The way back for who is signed in already, also without a network. The form stays: a session may have ended, or somebody else wants to sign in. */
export function AlreadyHere({ next }: { next: string | undefined }) {
  const [owner] = useState(hintedOwner);
  if (owner === null) return null;
  return (
    <p className={styles["here"]}>
      <a href={nextPath(next) ?? "/dashboard"}>{words.continueAs(owner)}</a>
    </p>
  );
}
