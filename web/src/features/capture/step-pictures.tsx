import type { ReactNode } from "react";
import styles from "./step-pictures.module.css";

const Panel = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 168 112" className={styles["picture"]} aria-hidden="true">
    <rect className={styles["sheet"]} x="1" y="1" width="166" height="110" rx="14" />
    {children}
  </svg>
);

type RowProps = { y: number; width?: number; isMarked?: boolean; children?: ReactNode };

const Row = ({ y, width = 60, isMarked = false, children }: RowProps) => (
  <g>
    <rect
      className={isMarked ? styles["marked"] : styles["row"]}
      x="14"
      y={y}
      width="140"
      height="24"
      rx="7"
    />
    <rect
      className={isMarked ? styles["accent"] : styles["bar"]}
      x="24"
      y={y + 9}
      width={width}
      height="6"
      rx="3"
    />
    {children}
  </g>
);

const Text = ({ x, y, children }: { x: number; y: number; children: string }) => (
  <text x={x} y={y} className={styles["text"]}>
    {children}
  </text>
);

const NewShortcut = () => (
  <Panel>
    {[14, 64, 114].map((x) => (
      <rect key={x} className={styles["row"]} x={x} y="46" width="40" height="40" rx="10" />
    ))}
    <rect className={styles["bar"]} x="14" y="18" width="64" height="8" rx="4" />
    <circle className={styles["accent"]} cx="144" cy="22" r="11" />
    <path className={styles["sign"]} d="M144 17v10M139 22h10" />
  </Panel>
);

const ShareSheetSwitch = () => (
  <Panel>
    <Row y={12} width={48} />
    <Row y={44} width={72} isMarked>
      <rect className={styles["accent"]} x="122" y="49" width="24" height="14" rx="7" />
      <circle className={styles["knob"]} cx="139" cy="56" r="5" />
    </Row>
    <Row y={76} width={40} />
  </Panel>
);

const SearchAction = () => (
  <Panel>
    <rect className={styles["row"]} x="14" y="14" width="140" height="26" rx="13" />
    <circle className={styles["line"]} cx="30" cy="26" r="5" />
    <path className={styles["line"]} d="m34 30 4 4" />
    <rect className={styles["bar"]} x="46" y="24" width="70" height="6" rx="3" />
    <Row y={52} width={88} isMarked />
    <Row y={82} width={52} />
  </Panel>
);

const MethodAndHeader = () => (
  <Panel>
    <rect className={styles["bar"]} x="14" y="22" width="44" height="6" rx="3" />
    <rect className={styles["accent"]} x="104" y="14" width="50" height="22" rx="11" />
    <text x="129" y="29" textAnchor="middle" className={styles["onAccent"]}>
      POST
    </text>
    <rect className={styles["bar"]} x="14" y="52" width="52" height="6" rx="3" />
    <rect className={styles["marked"]} x="10" y="66" width="80" height="28" rx="7" />
    <rect className={styles["marked"]} x="96" y="66" width="62" height="28" rx="7" />
    <Text x={16} y={83}>
      Authorization
    </Text>
    <Text x={102} y={83}>
      Bearer …
    </Text>
  </Panel>
);

const JsonField = () => (
  <Panel>
    <rect className={styles["bar"]} x="14" y="22" width="60" height="6" rx="3" />
    <rect className={styles["accent"]} x="104" y="14" width="50" height="22" rx="11" />
    <text x="129" y="29" textAnchor="middle" className={styles["onAccent"]}>
      JSON
    </text>
    <rect className={styles["marked"]} x="14" y="58" width="44" height="28" rx="7" />
    <rect className={styles["marked"]} x="64" y="58" width="90" height="28" rx="7" />
    <Text x={24} y={75}>
      url
    </Text>
    <Text x={72} y={75}>
      Shortcut Input
    </Text>
  </Panel>
);

const SharedLink = () => (
  <Panel>
    <rect className={styles["bar"]} x="14" y="16" width="90" height="8" rx="4" />
    <rect className={styles["bar"]} x="14" y="32" width="120" height="6" rx="3" />
    <path className={styles["row"]} d="M8 50h152v47a14 14 0 0 1-14 14H22A14 14 0 0 1 8 97z" />
    {[22, 58, 130].map((x) => (
      <rect key={x} className={styles["bar"]} x={x} y="62" width="24" height="24" rx="7" />
    ))}
    <rect className={styles["accent"]} x="92" y="60" width="28" height="28" rx="8" />
    <path className={styles["sign"]} d="M98 80h16M101 80v-8h4v8m3 0v-11h4v11" />
  </Panel>
);

export const STEP_PICTURES = [
  NewShortcut,
  ShareSheetSwitch,
  SearchAction,
  MethodAndHeader,
  JsonField,
  SharedLink,
];
