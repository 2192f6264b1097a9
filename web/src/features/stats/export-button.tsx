import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useOnline } from "#platform/react/use-online";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { showError } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { statsWords as words } from "#words/screens/stats";
import type { DayRange } from "./day-range";

type ExportButtonProps = {
  range: DayRange;
  reach: () => Promise<void>;
};

export function ExportButton({ range, reach }: ExportButtonProps) {
  const isOnline = useOnline();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      await reach();
      const href = `${analyticsRoutes.exportCsv.path}?${new URLSearchParams(range).toString()}`;
      Object.assign(document.createElement("a"), { href, download: "" }).click();
    } catch (error) {
      showError(errorWords(error), words.exportFailed);
    } finally {
      setLoading(false);
    }
  };
  return (
    <AriaDisabledButton
      variant="default"
      leftSection={<IconDownload size={18} />}
      isOff={!isOnline}
      isLoading={isLoading}
      onClick={() => void download()}
    >
      {words.export}
      {!isOnline && <span className="visually-hidden">. {words.exportOffline}</span>}
    </AriaDisabledButton>
  );
}
