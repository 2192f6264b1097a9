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

export function LockedPanels() {
  const id = useId();
  return (
    <section className={panel["panel"]} aria-labelledby={id}>
      <div className={styles["top"]}>
        <div>
          <h2 id={id} className={panel["heading"]}>
            {words.title}
          </h2>
          <p className={styles["text"]}>{words.text}</p>
        </div>
        <PlansLink />
      </div>
      <ul role="list" className={styles["parts"]}>
        {LOCKED.map(({ heading, text }) => (
          <li key={heading} className={styles["part"]}>
            <IconLock size={20} aria-hidden="true" />
            <h3 className={styles["name"]}>{heading}</h3>
            <p className={styles["text"]}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
