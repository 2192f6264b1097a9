import { authRoutes } from "@shelv/contract/routes/auth";
import { IconLogout } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call, NoNetwork } from "#api/call";
import { oweSignOut } from "#api/owed-sign-out";
import { currentAccount } from "#local-store/device";
import { leaveAccount } from "#local-store/opened-account";
import { pendingCount } from "#local-store/queries";
import { keepsNothing } from "#local-store/storage";
import type { StoreHandle } from "#local-store/store-handle";
import { rejectedCount } from "#outbox/rejected-groups";
import { useOwner } from "#sync/owner-context.tsx";
import { wouldLeaveForms } from "#ui/dirty-forms";
import { Modal } from "#ui/modal.tsx";
import { SteadyButton } from "#ui/steady-button.tsx";
import { showError } from "#ui/toast";
import { counted } from "#words/count";
import { logoutWords, navigationWords } from "#words/navigation";
import { setLeaving } from "#workbench/leaving";
import styles from "./logout-button.module.css";

/**
 * Signs out; asks first when something on this device has not reached the server. What that is, the store says at each
 * step: a change may be made or refused while the owner decides. Only "discard" ever deletes it, and a store that does not
 * say what it holds is kept: it holds nobody here who wants to leave.
 */
export function LogoutButton() {
  const owner = useOwner();
  const { account, handle } = owner;
  const [asksAbout, setAsksAbout] = useState(0);
  const [isBusy, setBusy] = useState(false);
  /** Whoever closes the question while it waits for the network stays. */
  const question = useRef(new AbortController());

  const logout = async (unsentWork: "keep" | "discard") => {
    setLeaving(true);
    // One that is still on its way would be told that nobody is signed in.
    const goOnSyncing = await owner.pauseSync();
    try {
      // A session that another account has opened here since is not this tab's to end.
      if ((await currentAccount().catch(() => account))?.userId === account.userId) await endSession();
      await leaveAccount(account, { discard: unsentWork === "discard" || (await unsentCount(handle)) === 0 });
      location.assign("/");
    } catch (error) {
      setLeaving(false);
      goOnSyncing();
      throw error;
    }
  };

  const ask = async () => {
    if (!(await wouldLeaveForms())) return;
    question.current = new AbortController();
    const unsent = await unsentCount(handle);
    if (unsent) setAsksAbout(unsent);
    else await logout("keep");
  };

  const sendThenLogout = async ({ signal }: AbortController) => {
    await owner.syncNow();
    const unsent = await unsentCount(handle);
    if (signal.aborted) return;
    if (unsent === 0) return logout("keep");
    setAsksAbout(unsent ?? asksAbout);
    showError(logoutWords.notSent, logoutWords.failed);
  };

  /** What fails in between, the server or the device, leaves the owner here and says so. */
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch {
      showError(logoutWords.failedText, logoutWords.failed);
    }
    setBusy(false);
  };
  const stay = () => {
    question.current.abort();
    setAsksAbout(0);
  };
  const router = useRouter();
  const stayElsewhere = useEffectEvent(stay);
  // Back takes the screen from under the question.
  useEffect(() => router.subscribe("onBeforeNavigate", () => stayElsewhere()), [router]);

  return (
    <>
      <button type="button" className={styles["logout"]} aria-busy={isBusy} onClick={() => void attempt(ask)}>
        <IconLogout size={22} aria-hidden="true" />{navigationWords.logout}
      </button>
      <Modal isOpen={asksAbout > 0} onClose={stay} title={logoutWords.title}>
        <p className={styles["text"]}>{logoutWords.text(counted(asksAbout, "change"))}</p>
        <div className={styles["choices"]}>
          <SteadyButton isTurning={isBusy} onClick={() => void attempt(() => sendThenLogout(question.current))}>{logoutWords.sendNow}</SteadyButton>
          {/* Leaving the page is what empties a store in memory: there it would be a promise that cannot be kept. */}
          {!keepsNothing() && <SteadyButton variant="default" isOff={isBusy} onClick={() => void attempt(() => logout("keep"))}>{logoutWords.keep}</SteadyButton>}
          <SteadyButton variant="subtle" color="brick" isOff={isBusy} onClick={() => void attempt(() => logout("discard"))}>{logoutWords.discard}</SteadyButton>
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

/** Changes that only this device has: waiting to be sent, or refused. Null where the store does not say. */
async function unsentCount(handle: StoreHandle): Promise<number | null> {
  try {
    const store = handle.here ?? (await handle.early()) ?? (await handle.loaded());
    const [pending, rejected] = await Promise.all([pendingCount(store), rejectedCount(store)]);
    return pending + rejected;
  } catch {
    return null;
  }
}
