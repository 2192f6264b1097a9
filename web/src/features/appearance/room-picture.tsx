import type { Appearance } from "@shelv/contract/appearance";
import { useId } from "react";
import styles from "./room-picture.module.css";

type RoomPictureProps = Pick<Appearance, "primaryColor" | "shelfBackground"> & { isDark: boolean };

/** A room in small: the wall as the background makes it, and a board with three things on it. */
export function RoomPicture({ primaryColor, shelfBackground, isDark }: RoomPictureProps) {
  const fade = useId();
  const paper = isDark ? "#1f1b1a" : "#fbf7f0";
  const wood = isDark ? "#845a35" : "#d09d62";
  const wall = { solid: paper, gradient: `url(#${fade})`, glass: `url(#${fade})`, wood: isDark ? "#3f2a19" : "#e3c08f" }[shelfBackground];
  return (
    <svg className={styles["picture"]} viewBox="0 0 120 64" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <linearGradient id={fade} x2="1" y2="1">
        <stop stopColor={primaryColor} stopOpacity={isDark ? 0.55 : 0.4} />
        <stop offset="1" stopColor={primaryColor} stopOpacity={0.08} />
      </linearGradient>
      <rect width={120} height={64} fill={paper} />
      <rect width={120} height={64} fill={shelfBackground === "solid" ? primaryColor : wall} opacity={shelfBackground === "solid" ? 0.1 : 1} />
      {shelfBackground === "wood" && <path d="M0 21h120M0 43h120" stroke="#0003" />}
      {shelfBackground === "glass" && <rect x={10} y={8} width={100} height={46} rx={8} fill={isDark ? "#fff2" : "#fff9"} stroke={isDark ? "#fff3" : "#fff"} />}
      <rect x={14} y={42} width={92} height={6} rx={1.5} fill={wood} />
      <rect x={24} y={22} width={14} height={20} rx={2} fill={primaryColor} />
      <rect x={46} y={27} width={16} height={15} rx={2} fill={primaryColor} opacity={0.65} />
      <rect x={70} y={18} width={11} height={24} rx={2} fill={primaryColor} opacity={0.4} />
    </svg>
  );
}
