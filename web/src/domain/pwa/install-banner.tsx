import { IconShare2 } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { installWords as words } from "#words/install";
import type { InstallOffer } from "./install-offer";
import { currentInstallOffer, dismissInstall, install, onInstallOffer } from "./install-prompt";
import { Notice } from "#ui/feedback/notices.tsx";
import styles from "./install-banner.module.css";

export function InstallBanner() {
  const offer = useSyncExternalStore(onInstallOffer, currentInstallOffer, noOffer);
  if (offer === "none") return null;
  return (
    <section aria-label={words.label}>
      <Notice
        icon={<img src="/icons/shelv.svg" alt="" width={36} height={36} />}
        text={TEXTS[offer]}
        {...(offer === "prompt" ? { action: { label: words.install, run: () => void install() } } : {})}
        onDismiss={{ label: words.dismiss, run: dismissInstall }}
      />
    </section>
  );
}

const noOffer = (): InstallOffer => "none";

const TEXTS = {
  prompt: words.text,
  "ios-steps": (
    <>
      {words.iosTap}{" "}
      <span className={styles["together"]}>
        <IconShare2 size={18} aria-hidden="true" /> {words.iosShare}
        {words.iosThen}
      </span>{" "}
      <span className={styles["together"]}>{words.iosAdd}</span>
    </>
  ),
  "leave-in-app": words.inApp,
} as const;
