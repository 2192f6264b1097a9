import { IconCheck, IconX } from "@tabler/icons-react";
import type { Availability } from "#words/availability";
import styles from "./username-mark.module.css";

export function UsernameMark({ availability }: { availability: Availability }) {
  if (availability === "unasked") return null;
  if (availability === "checking") return <span className={styles["spinner"]} />;
  return availability === "available" ? (
    <IconCheck size={22} stroke={2.5} color="var(--good)" aria-hidden="true" />
  ) : (
    <IconX size={22} stroke={2.5} color="var(--danger)" aria-hidden="true" />
  );
}
