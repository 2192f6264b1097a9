import { accountRoutes } from "@shelv/contract/routes/account";
import { leaveAccount } from "#accounts/account-lifecycle";
import { useOwner } from "#session/owner-context.tsx";
import { accountWords } from "#words/screens/account";
import { setSigningOut } from "#navigation/sign-out-state";
import { CodeForm } from "#features/account/code-form.tsx";

const words = accountWords.delete;

/** Deletes the account on the server first, then here. */
export function DeleteForm({ onClose }: { onClose: () => void }) {
  const owner = useOwner();
  const end = async (code: string) => {
    const resumeSync = await owner.pauseSync();
    try {
      await owner.call(accountRoutes.delete, { body: { code } });
    } catch (error) {
      resumeSync();
      throw error;
    }
    setSigningOut(true);
    // The account is deleted, whatever this device does.
    await leaveAccount(owner.account, { discard: true }).catch(() => undefined);
    location.assign("/");
  };
  return (
    <CodeForm
      confirm={{ label: words.confirm, color: "brick", failed: words.failed }}
      sendCode={() => owner.call(accountRoutes.sendDeletionCode)}
      onCode={end}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </CodeForm>
  );
}
