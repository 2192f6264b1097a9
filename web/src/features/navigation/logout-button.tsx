import { authRoutes } from "@shelv/contract/routes/auth";
import { IconLogout } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call, NoNetwork } from "#api/call";
import { recordPendingSignOut } from "#api/pending-sign-out";
import { currentAccount } from "#local-store/device";
import { formDrafts } from "#local-store/form-drafts";
import { leaveAccount } from "#local-store/opened-account";
import { pendingCount } from "#local-store/queries";
import { keepsNothing } from "#local-store/storage";
import type { StoreHandle } from "#local-store/store-handle";
import { rejectedCount } from "#outbox/rejected-groups";
import { useOwner } from "#sync/owner-context.tsx";
import { settleWithin } from "#ui/settle-within";
import { wouldLeaveForms } from "#ui/dirty-forms";
import { Modal } from "#ui/modal.tsx";
import { AriaDisabledButton } from "#ui/aria-disabled-button.tsx";
import { showError } from "#ui/toast";
import { useLast } from "#ui/use-last";
import { counted } from "#words/count";
import { logoutWords, navigationWords } from "#words/navigation";
import { setSigningOut } from "#workbench/sign-out-state";
import styles from "./logout-button.module.css";

/**
 * Signs out; asks first when something on this device has not reached the server. What that is, the store says at each
 * step: a change may be made or refused while the owner decides. Only "discard" ever deletes it, and a store that does not
 * say what it holds is kept: it holds nobody here who wants to leave.
 */
export function LogoutButton() {
  const owner = useOwner();
  const { account, handle } = owner;
  const [asksAbout, setAsksAbout] = useState<OnlyHere>(NOTHING);
  const [isBusy, setBusy] = useState(false);
  /** Whoever closes the question while it waits for the network stays. */
  const question = useRef(new AbortController());

  const logout = async (unsentWork: "keep" | "discard") => {
    setSigningOut(true);
    // One that is still on its way would be told that nobody is signed in.
    const goOnSyncing = await owner.pauseSync();
    try {
      // A session that another account has opened here since is not this tab's to end.
      if ((await currentAccount().catch(() => account))?.userId === account.userId) await endSession();
      await leaveAccount(account, { discard: unsentWork === "discard" || isNothing(await onlyHere(handle)) });
      location.assign("/");
    } catch (error) {
      setSigningOut(false);
      goOnSyncing();
      throw error;
    }
  };

  const ask = async () => {
    if (!(await wouldLeaveForms())) return;
    question.current = new AbortController();
    const unsent = await onlyHere(handle);
    if (unsent && !isNothing(unsent)) setAsksAbout(unsent);
    else await logout("keep");
  };

  const sendThenLogout = async ({ signal }: AbortController) => {
    await owner.syncNow();
    const unsent = await onlyHere(handle);
    if (signal.aborted) return;
    if (isNothing(unsent)) return logout("keep");
    setAsksAbout(unsent ?? asksAbout);
    // A draft is nothing that can be sent.
    if (unsent?.changes === 0) return undefined;
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
    setAsksAbout(NOTHING);
  };
  // Its words stay while it closes.
  const asked = useLast(isNothing(asksAbout) ? null : asksAbout) ?? NOTHING;
  const router = useRouter();
  const stayElsewhere = useEffectEvent(stay);
  // Back takes the screen from under the question.
  useEffect(() => router.subscribe("onBeforeNavigate", () => stayElsewhere()), [router]);

  return (
    <>
      <button type="button" className={styles["logout"]} aria-busy={isBusy} onClick={() => void attempt(ask)}>
        <IconLogout size={22} aria-hidden="true" />
        {navigationWords.logout}
      </button>
      <Modal
        isOpen={!isNothing(asksAbout)}
        onClose={stay}
        title={asked.changes > 0 ? logoutWords.title : logoutWords.draftsTitle}
      >
        {asked.changes > 0 && (
          <p className={styles["text"]}>{logoutWords.text(counted(asked.changes, "change"))}</p>
        )}
        {asked.drafts > 0 && (
          <p className={styles["text"]}>{logoutWords.draftsText(counted(asked.drafts, "form"))}</p>
        )}
        <div className={styles["choices"]}>
          {asked.changes > 0 && (
            <AriaDisabledButton
              isLoading={isBusy}
              onClick={() => void attempt(() => sendThenLogout(question.current))}
            >
              {logoutWords.sendNow}
            </AriaDisabledButton>
          )}
          {/* Leaving the page is what empties a store in memory: there it would be a promise that cannot be kept. */}
          {!keepsNothing() && (
            <AriaDisabledButton
              variant="default"
              isOff={isBusy}
              onClick={() => void attempt(() => logout("keep"))}
            >
              {logoutWords.keep}
            </AriaDisabledButton>
          )}
          <AriaDisabledButton
            variant="subtle"
            color="brick"
            isOff={isBusy}
            onClick={() => void attempt(() => logout("discard"))}
          >
            {logoutWords.discard}
          </AriaDisabledButton>
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
    await recordPendingSignOut();
  }
}

/** What only this device has: changes that wait to be sent or were refused, and half-typed forms. */
type OnlyHere = { changes: number; drafts: number };

const NOTHING: OnlyHere = { changes: 0, drafts: 0 };
const isNothing = (held: OnlyHere | null): boolean => held !== null && held.changes + held.drafts === 0;

/** Null where the store does not say. */
async function onlyHere(handle: StoreHandle): Promise<OnlyHere | null> {
  try {
    const store = handle.here ?? (await handle.early()) ?? (await handle.loaded());
    const [pending, rejected] = await Promise.all([pendingCount(store), rejectedCount(store)]);
    return { changes: pending + rejected, drafts: await draftCount(handle.userId) };
  } catch {
    return null;
  }
}

const ANSWERS_WITHIN_MS = 2000;

/** What cannot be counted holds nobody here who wants to leave. */
async function draftCount(userId: string): Promise<number> {
  let count = 0;
  await settleWithin(
    ANSWERS_WITHIN_MS,
    formDrafts().then(async (drafts) => (count = await drafts.count(userId, Date.now()))),
  );
  return count;
}
