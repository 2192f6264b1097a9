import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { type DeviceStorage, keepForGood, readDeviceStorage } from "#platform/device-storage";
import { accountWords } from "#words/screens/account";
import { shownBytes } from "#words/format/shown-bytes";
import styles from "./account-form.module.css";

const words = accountWords.device;

/** Hidden if the browser does not say whether it may evict the app's storage. */
export function DeviceSection() {
  const [storage, setStorage] = useState<DeviceStorage | null>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => void readDeviceStorage().then(setStorage), []);
  if (!storage) return null;
  const { usedBytes, freeBytes, isKept } = storage;
  const ask = async () => {
    setRefused(!(await keepForGood()));
    setStorage(await readDeviceStorage());
  };
  return (
    <section className={styles["section"]} aria-labelledby="device-heading">
      <h2 id="device-heading" className={styles["heading"]}>
        {words.heading}
      </h2>
      <p className={styles["text"]}>
        {words.used(shownBytes(usedBytes))} {freeBytes < LITTLE_BYTES && words.little}
      </p>
      <div className={styles["row"]}>
        <p className={styles["text"]}>
          {isKept ? words.kept : words.mayGo} {isRefused && words.refused}
        </p>
        {!isKept && (
          <Button variant="default" onClick={() => void ask()}>
            {words.ask}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Less room than a few dozen pictures need. */
const LITTLE_BYTES = 50 * 1024 * 1024;
