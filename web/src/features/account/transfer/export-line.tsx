import { accountRoutes } from "@shelv/contract/routes/account";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { accountWords } from "#words/screens/account";
import { ActionLine } from "#features/account/lines.tsx";
import { unsentCount } from "#outbox/change-counts";
import { useOwner } from "#session/owner-context.tsx";
import { Modal } from "#ui/dialogs/modal.tsx";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { showError } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { CodeForm } from "#features/account/code-form.tsx";
import { exportBlocker } from "./export-blocker";

const words = accountWords.data;

/**
 * Pushes pending changes first, since the file contains what the server has. A session alone may not export:
 * the server requires a code from the account's mailbox.
 */
export function ExportLine() {
  const owner = useOwner();
  const [isSending, setSending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setSending(true);
    try {
      const why = exportBlocker(await owner.sendAll(), await owner.readStore(unsentCount));
      if (why === null) setAsking(true);
      else showError(why);
    } catch (error) {
      showError(errorWords(error));
    } finally {
      setSending(false);
    }
  };
  const download = async (code: string) => {
    await owner.call(accountRoutes.confirmExport, { body: { code } });
    setAsking(false);
    Object.assign(document.createElement("a"), { href: accountRoutes.export.path, download: "" }).click();
  };
  return (
    <ActionLine heading={words.exportHeading} text={words.exportText}>
      <AriaDisabledButton
        variant="default"
        leftSection={<IconDownload size={18} />}
        isOff={isSending}
        onClick={() => void ask()}
      >
        {isSending ? words.exporting : words.export}
      </AriaDisabledButton>
      <Modal isOpen={isAsking} onClose={() => setAsking(false)} title={words.exportTitle}>
        <CodeForm
          confirm={{ label: words.exportConfirm, failed: words.exportFailed }}
          sendCode={() => owner.call(accountRoutes.sendExportCode)}
          onCode={download}
          onClose={() => setAsking(false)}
        >
          <p>{words.exportText}</p>
        </CodeForm>
      </Modal>
    </ActionLine>
  );
}
