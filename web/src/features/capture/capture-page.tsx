import { captureRoutes } from "@shelv/contract/routes/capture";
import { IconBrandAndroid, IconBrowser, IconDeviceMobile, IconTerminal2 } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { CardFold } from "#ui/buttons/fold.tsx";
import { CopiedText } from "#ui/buttons/copied-text.tsx";
import { captureWords as words } from "#words/links/capture";
import { BookmarkSection } from "./bookmark-section";
import styles from "./capture-page.module.css";
import { CaptureTokens } from "./capture-tokens";
import { ShortcutSteps } from "./shortcut-steps";

export function CapturePage() {
  const [token, setToken] = useState<string | null>(null);
  const address = `${location.origin}${captureRoutes.capture.path}`;
  const bearer = `Bearer ${token ?? words.shortcut.yourToken}`;
  return (
    <div className={styles["page"]}>
      <p className={styles["lead"]}>{words.lead}</p>
      <div className={styles["ways"]}>
        <Way icon={<IconDeviceMobile {...ICON} />} {...words.shortcut}>
          <ShortcutSteps address={address} bearer={bearer} hasToken={token !== null} />
        </Way>
        <Way icon={<IconBrandAndroid {...ICON} />} {...words.android} />
        <Way icon={<IconBrowser {...ICON} />} {...words.bookmark}>
          <BookmarkSection />
        </Way>
        <Way icon={<IconTerminal2 {...ICON} />} {...words.script}>
          <div className={styles["code"]}>
            <CopiedText text={curlLine(address, bearer)} label={words.copy(words.script.theLine)} />
          </div>
          {token === null && <p className={styles["text"]}>{words.shortcut.noToken}</p>}
        </Way>
      </div>
      <CaptureTokens onMade={setToken} />
    </div>
  );
}

const curlLine = (address: string, bearer: string) =>
  `curl ${address} -H "Authorization: ${bearer}" --json '{"url": "https://example.com/"}'`;

const ICON = { size: 22, "aria-hidden": true } as const;

type WayProps = { icon: ReactNode; heading: string; text: string; children?: ReactNode };

const Way = ({ icon, heading, text, children }: WayProps) => (
  <CardFold
    className={styles["way"]}
    summary={
      <>
        <span className="icon-tile">{icon}</span>
        <h2 className={styles["heading"]}>{heading}</h2>
      </>
    }
  >
    <p className={styles["text"]}>{text}</p>
    {children}
  </CardFold>
);
