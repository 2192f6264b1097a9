import { accountRoutes } from "@shelv/contract/routes/account";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { pendingCount } from "#local-store/queries";
import { useOwner } from "#sync/owner-context.tsx";
import { SteadyButton } from "#ui/steady-button.tsx";
import { showError } from "#ui/toast";
import { accountWords } from "#words/account";
import { errorWords } from "#words/errors";
import { whyNoExport } from "./why-no-export";

const words = accountWords.data;

/** Sends what is unsent first: the file holds what the server knows. The browser takes it from there, however large it is. */
export function ExportButton() {
  const owner = useOwner();
  const [isSending, setSending] = useState(false);
  const exportAll = async () => {
    setSending(true);
    try {
      const why = whyNoExport(await owner.syncNow(), await pendingCount(await owner.handle.loaded()));
      if (why !== null) return showError(why);
    } catch (error) {
      return showError(errorWords(error));
    } finally {
      setSending(false);
    }
    Object.assign(document.createElement("a"), { href: accountRoutes.export.path, download: "" }).click();
  };
  return (
    <SteadyButton variant="default" leftSection={<IconDownload size={18} />} isOff={isSending} onClick={() => void exportAll()}>
      {isSending ? words.exporting : words.export}
    </SteadyButton>
  );
}
