import { Button } from "@mantine/core";
import { useState } from "react";
import { accountRoutes } from "@shelv/contract/routes/account";
import { Modal } from "#ui/dialogs/modal.tsx";
import { accountWords } from "#words/screens/account";
import styles from "#features/account/account-form.module.css";
import { leaveAccount } from "#accounts/account-lifecycle";
import { useOwner } from "#session/owner-context.tsx";
import { setSigningOut } from "#navigation/sign-out-state";
import { CodeForm } from "#features/account/code-form.tsx";

const words = accountWords.delete;

export function DeleteSection() {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles["section"]} aria-labelledby="delete-heading">
      <h2 id="delete-heading" className={styles["heading"]}>
        {words.heading}
      </h2>
      <div className={styles["row"]}>
        <p className={styles["text"]}>{words.text}</p>
        <Button variant="outline" color="brick" onClick={() => setAsking(true)}>
          {words.open}
        </Button>
      </div>
      <Modal isOpen={isAsking} onClose={() => setAsking(false)} title={words.title}>
        <DeleteForm onClose={() => setAsking(false)} />
      </Modal>
    </section>
  );
}

/** Deletes the account on the server first, then here. */
function DeleteForm({ onClose }: { onClose: () => void }) {
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
