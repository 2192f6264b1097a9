import { type Icon, IconChartLine, IconStar, IconWorld } from "@tabler/icons-react";
import { useId } from "react";
import { statsWords } from "#words/screens/stats";
import panel from "./panel.module.css";
import styles from "./locked-panels.module.css";

const words = statsWords.first;
const PARTS: { name: "figures" | "items" | "sources"; icon: Icon }[] = [
  { name: "figures", icon: IconChartLine },
  { name: "items", icon: IconStar },
  { name: "sources", icon: IconWorld },
];

export function FirstVisit({ hasDimensions }: { hasDimensions: boolean }) {
  const id = useId();
  return (
    <section className={panel["panel"]} aria-labelledby={id}>
      <h2 id={id} className={panel["heading"]}>
        {words.title}
      </h2>
      <ul role="list" className={styles["parts"]} data-columns={PARTS.length}>
        {PARTS.map(({ name, icon: PartIcon }) => (
          <li key={name} className={styles["part"]}>
            <PartIcon size={20} aria-hidden="true" />
            <h3 className={styles["name"]}>{words.parts[name].name}</h3>
            <p className={styles["text"]}>
              {words.parts[name].text}
              {name === "sources" && !hasDimensions && ` ${words.withPro}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
