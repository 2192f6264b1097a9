import { IconLock } from "@tabler/icons-react";
import { useId } from "react";
import { PlansLink } from "#domain/account/plans-link.tsx";
import { statsWords } from "#words/screens/stats";
import panel from "./panel.module.css";
import styles from "./locked-panels.module.css";

const words = statsWords.locked;
const LOCKED = [
  { heading: statsWords.panels.sources, text: words.sources },
  { heading: statsWords.panels.countries, text: words.countries },
  { heading: statsWords.panels.devices, text: words.devices },
  { heading: statsWords.panels.campaigns, text: words.campaigns },
  { heading: statsWords.changed, text: words.changed },
];
/** Of the pretended bars, in percent. */
const BARS = [84, 52, 33, 20];

/** What another plan shows. */
export function LockedPanels() {
  const id = useId();
  return (
    <section className={styles["locked"]} aria-labelledby={id}>
      <div className={styles["top"]}>
        <h2 id={id} className={styles["title"]}>
          {words.title}
        </h2>
        <p className={styles["text"]}>{words.text}</p>
        <PlansLink />
      </div>
      <ul role="list" className={styles["panels"]}>
        {LOCKED.map(({ heading, text }) => (
          <li key={heading} className={panel["panel"]}>
            <div className={styles["head"]}>
              <IconLock size={18} aria-hidden="true" />
              <h3 className={panel["heading"]}>{heading}</h3>
            </div>
            <p className={styles["text"]}>{text}</p>
            <div className={styles["bars"]} aria-hidden="true">
              {BARS.map((percent) => (
                <span key={percent} style={{ width: `${percent}%` }} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
