import { later } from "#ui/later.tsx";
import styles from "./shared-waiting.module.css";

/** What it reads is no part of the first screen. Where it does not come, nothing is told for now. */
const SharedNotice = later(async () => (await import("./shared-notice")).SharedNotice, { afterMs: 0, Missing: () => null });

/** Tells that something is waiting, wherever its owner went instead. */
export const SharedWaiting = () => <output className={styles["region"]}><SharedNotice /></output>;
