import { authRoutes } from "@shelv/contract/routes/auth";
import { IconLogout } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call, NoNetwork } from "#api/call";
import { recordPendingSignOut } from "#api/pending-sign-out";
import { currentAccount } from "#accounts/current-account";
import { formDrafts } from "#local-store/unsynced/form-drafts";
import { leaveAccount } from "#accounts/account-lifecycle";
import { isMemoryOnly } from "#local-store/storage-fallback";
import { unsentCount } from "#outbox/change-counts";
import { rejectedCount } from "#outbox/rejected-groups";
import { type Owner, useOwner } from "#session/owner-context.tsx";
import { settleWithin } from "#platform/wait";
import { wouldLeaveForms } from "#ui/forms/dirty-forms";
import { Modal } from "#ui/dialogs/modal.tsx";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { showError } from "#ui/feedback/toast";
import { useLast } from "#platform/react/use-last";
import { counted } from "#words/format/count";
import { logoutWords, navigationWords } from "#words/screens/navigation";
import { setSigningOut } from "#navigation/sign-out-state";
import styles from "./logout-button.module.css";

/**
 * Asks first if only this device has some changes or drafts, and counts again at each step. Only "discard"
 * deletes them. A store that cannot be counted stays.
 */
export function LogoutButton() {
  const owner = useOwner();
  const { account } = owner;
  const [asksAbout, setAsksAbout] = useState<OnlyHere>(NOTHING);
  const [isBusy, setBusy] = useState(false);
  const question = useRef(new AbortController());

  const logout = async (unsentWork: "keep" | "discard") => {
    setSigningOut(true);
    // A running sync would be answered with 401.
    const resumeSync = await owner.pauseSync();
    try {
      // If another account has signed in, its session must not end.
      if ((await currentAccount().catch(() => account))?.userId === account.userId) await endSession();
      await leaveAccount(account, { discard: unsentWork === "discard" || isNothing(await onlyHere(owner)) });
      location.assign("/");
    } catch (error) {
      setSigningOut(false);
      resumeSync();
      throw error;
    }
  };

  const ask = async () => {
    if (!(await wouldLeaveForms())) return;
    question.current = new AbortController();
    const unsent = await onlyHere(owner);
    if (unsent && !isNothing(unsent)) setAsksAbout(unsent);
    else await logout("keep");
  };

  const sendThenLogout = async ({ signal }: AbortController) => {
    await owner.sendAll();
    const unsent = await onlyHere(owner);
    if (signal.aborted) return;
    if (isNothing(unsent)) return logout("keep");
    setAsksAbout(unsent ?? asksAbout);
    if (unsent?.changes === 0) return undefined;
    showError(logoutWords.notSent, logoutWords.failed);
  };

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
  const asked = useLast(isNothing(asksAbout) ? null : asksAbout) ?? NOTHING;
  const router = useRouter();
  const stayElsewhere = useEffectEvent(stay);
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
          {!isMemoryOnly() && (
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

/** Without a network the sign-out is pending. */
async function endSession(): Promise<void> {
  try {
    await call(authRoutes.logout);
  } catch (error) {
    if (!(error instanceof NoNetwork)) throw error;
    await recordPendingSignOut();
  }
}

type OnlyHere = { changes: number; drafts: number };

const NOTHING: OnlyHere = { changes: 0, drafts: 0 };
const isNothing = (held: OnlyHere | null): boolean => held !== null && held.changes + held.drafts === 0;

async function onlyHere({ account, readStore }: Owner): Promise<OnlyHere | null> {
  try {
    const [unsent, rejected] = await Promise.all([readStore(unsentCount), readStore(rejectedCount)]);
    return { changes: unsent + rejected, drafts: await draftCount(account.userId) };
  } catch {
    return null;
  }
}

const ANSWERS_WITHIN_MS = 2000;

async function draftCount(userId: string): Promise<number> {
  let count = 0;
  await settleWithin(
    ANSWERS_WITHIN_MS,
    formDrafts().then(async (drafts) => (count = await drafts.count(userId))),
  );
  return count;
}
