import { Button, Modal } from "@mantine/core";
import { authRoutes } from "@shelv/contract/routes/auth";
import { IconLogout } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "#api/call";
import { forgetAccount } from "#local-store/device";
import { pendingCount } from "#local-store/queries";
import { useOwner, useSyncStatus } from "#sync/owner-context.tsx";
import { showError } from "#ui/toast";
import { counted } from "#words/count";
import { logoutWords, navigationWords } from "#words/navigation";
import styles from "./logout-button.module.css";

/** Signs out; asks first when something on this device has not reached the server. */
export function LogoutButton() {
  const owner = useOwner();
  const { pending, rejected } = useSyncStatus();
  const [isAsking, setAsking] = useState(false);
  const unsent = pending + rejected;

  const logout = async ({ discard }: { discard: boolean }) => {
    try {
      await call(authRoutes.logout);
    } catch {
      showError(logoutWords.failedText, logoutWords.failed);
      return;
    }
    await forgetAccount({ discard });
    location.assign("/");
  };

  const sendThenLogout = async () => {
    await owner.syncNow();
    if ((await pendingCount(owner.store)) > 0) showError(logoutWords.notSent, logoutWords.failed);
    else await logout({ discard: rejected === 0 });
  };

  return (
    <>
      <button type="button" className={styles["logout"]} onClick={() => (unsent > 0 ? setAsking(true) : void logout({ discard: true }))}>
        <IconLogout size={22} aria-hidden="true" />{navigationWords.logout}
      </button>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={logoutWords.title}>
        <p className={styles["text"]}>{logoutWords.text(counted(unsent, "change"))}</p>
        <div className={styles["choices"]}>
          <Button onClick={() => void sendThenLogout()}>{logoutWords.sendNow}</Button>
          <Button variant="default" onClick={() => void logout({ discard: false })}>{logoutWords.keep}</Button>
          <Button variant="subtle" color="brick" onClick={() => void logout({ discard: true })}>{logoutWords.discard}</Button>
        </div>
      </Modal>
    </>
  );
}
