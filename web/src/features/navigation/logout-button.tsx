import { Button, Modal } from "@mantine/core";
import { authRoutes } from "@shelv/contract/routes/auth";
import { IconLogout } from "@tabler/icons-react";
import { useState } from "react";
import { call, NoNetwork } from "#api/call";
import { oweSignOut } from "#api/owed-sign-out";
import { currentAccount } from "#local-store/device";
import type { LocalStore } from "#local-store/local-store";
import { leaveAccount } from "#local-store/opened-account";
import { pendingCount } from "#local-store/queries";
import { keepsNothing } from "#local-store/storage";
import { rejectedCount } from "#outbox/rejected";
import { useOwner } from "#sync/owner-context.tsx";
import { showError } from "#ui/toast";
import { counted } from "#words/count";
import { logoutWords, navigationWords } from "#words/navigation";
import { setLeaving } from "#workbench/leaving";
import styles from "./logout-button.module.css";

/**
 * Signs out; asks first when something on this device has not reached the server. What that is, the store says at each
 * step: a change may be made or refused while the owner decides. Only "discard" ever deletes it.
 */
export function LogoutButton() {
  const owner = useOwner();
  const { account, store } = owner;
  const [asksAbout, setAsksAbout] = useState(0);

  const logout = async (unsentWork: "keep" | "discard") => {
    setLeaving(true);
    try {
      // A session that another account has opened here since is not this tab's to end.
      if ((await currentAccount())?.userId === account.userId) await endSession();
    } catch {
      setLeaving(false);
      showError(logoutWords.failedText, logoutWords.failed);
      return;
    }
    await leaveAccount(account, { discard: unsentWork === "discard" || (await unsentCount(store)) === 0 });
    location.assign("/");
  };

  const ask = async () => {
    const unsent = await unsentCount(store);
    if (unsent > 0) setAsksAbout(unsent);
    else await logout("keep");
  };

  const sendThenLogout = async () => {
    await owner.syncNow();
    const unsent = await unsentCount(store);
    if (unsent === 0) return logout("keep");
    setAsksAbout(unsent);
    showError(logoutWords.notSent, logoutWords.failed);
  };

  return (
    <>
      <button type="button" className={styles["logout"]} onClick={() => void ask()}>
        <IconLogout size={22} aria-hidden="true" />{navigationWords.logout}
      </button>
      <Modal opened={asksAbout > 0} onClose={() => setAsksAbout(0)} title={logoutWords.title}>
        <p className={styles["text"]}>{logoutWords.text(counted(asksAbout, "change"))}</p>
        <div className={styles["choices"]}>
          <Button onClick={() => void sendThenLogout()}>{logoutWords.sendNow}</Button>
          {/* Leaving the page is what empties a store in memory: there it would be a promise that cannot be kept. */}
          {!keepsNothing() && <Button variant="default" onClick={() => void logout("keep")}>{logoutWords.keep}</Button>}
          <Button variant="subtle" color="brick" onClick={() => void logout("discard")}>{logoutWords.discard}</Button>
        </div>
      </Modal>
    </>
  );
}

/** Now, or as soon as there is a network: the device forgets its owner at once either way. */
async function endSession(): Promise<void> {
  try {
    await call(authRoutes.logout);
  } catch (error) {
    if (!(error instanceof NoNetwork)) throw error;
    await oweSignOut();
  }
}

/** Changes that only this device has: waiting to be sent, or refused. */
const unsentCount = async (store: LocalStore) => (await pendingCount(store)) + (await rejectedCount(store));
