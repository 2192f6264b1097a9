import { useState, type ReactNode } from "react";
import { captureRoutes } from "@shelv/contract/routes/capture";
import { CopiedText } from "#ui/buttons/copied-text.tsx";
import { captureWords as words } from "#words/links/capture";
import { BookmarkSection } from "./bookmark-section";
import styles from "./capture-page.module.css";
import { CaptureTokens } from "./capture-tokens";
import { ShortcutSteps } from "./shortcut-steps";

/** How to add items without opening the app. A token made here fills in the recipes, until the screen is left. */
export function CapturePage() {
  const [token, setToken] = useState<string | null>(null);
  const address = `${location.origin}${captureRoutes.capture.path}`;
  const bearer = `Bearer ${token ?? words.shortcut.yourToken}`;
  return (
    <div className={styles["page"]}>
      <p className={styles["lead"]}>{words.lead}</p>
      <CaptureTokens onMade={setToken} />
      <Section name="iphone" heading={words.shortcut.heading} text={words.shortcut.text}>
        <ShortcutSteps address={address} bearer={bearer} hasToken={token !== null} />
      </Section>
      <Section name="bookmark" heading={words.bookmark.heading} text={words.bookmark.text}>
        <BookmarkSection />
      </Section>
      <Section name="android" heading={words.android.heading} text={words.android.text} />
      <Section name="script" heading={words.script.heading} text={words.script.text}>
        <div className={styles["code"]}>
          <CopiedText text={curlLine(address, bearer)} label={words.copy(words.script.theLine)} />
        </div>
        {token === null && <p className={styles["text"]}>{words.shortcut.noToken}</p>}
      </Section>
    </div>
  );
}

const curlLine = (address: string, bearer: string) =>
  `curl ${address} -H "Authorization: ${bearer}" --json '{"url": "https://example.com/"}'`;

type SectionProps = { name: string; heading: string; text: string; children?: ReactNode };

const Section = ({ name, heading, text, children }: SectionProps) => (
  <section className={styles["section"]} aria-labelledby={`${name}-heading`}>
    <h2 id={`${name}-heading`} className={styles["heading"]}>
      {heading}
    </h2>
    <p className={styles["text"]}>{text}</p>
    {children}
  </section>
);
