import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import { IconRestore } from "@tabler/icons-react";
import { useState } from "react";
import { useOwner } from "#session/owner-context.tsx";
import { useOnline } from "#platform/react/use-online";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { announce, showError, showSuccess } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { statsWords } from "#words/screens/stats";
import { undoWords } from "#words/undo";
import { forgetStatsOfItem } from "#domain/stats/stored-stats";

const words = statsWords.item;

type ResetButtonProps = {
  itemId: string;
  viewKey: string;
  refresh: () => Promise<void>;
};

export function ResetButton({ itemId, viewKey, refresh }: ResetButtonProps) {
  const { call, readStore } = useOwner();
  const isOnline = useOnline();
  const [isLoading, setLoading] = useState(false);
  const show = async () => {
    await readStore((store) => forgetStatsOfItem(store, itemId, viewKey));
    await refresh();
  };
  const undo = async (resetId: string) => {
    try {
      await call(analyticsRoutes.undoReset, { params: { id: itemId, resetId } });
      announce(words.undone);
      await show();
    } catch (error) {
      showError(errorWords(error), words.undoFailed);
    }
  };
  const reset = async () => {
    setLoading(true);
    try {
      const { id } = await call(analyticsRoutes.resetItem, { params: { id: itemId } });
      showSuccess(words.resetDone, {
        label: undoWords.undo,
        insteadOf: words.undoReset,
        run: () => void undo(id),
      });
      await show();
    } catch (error) {
      showError(errorWords(error), words.resetFailed);
    } finally {
      setLoading(false);
    }
  };
  return (
    <AriaDisabledButton
      variant="default"
      leftSection={<IconRestore size={18} />}
      isOff={!isOnline}
      isLoading={isLoading}
      onClick={() => void reset()}
    >
      {words.reset}
      {!isOnline && <span className="visually-hidden">. {words.resetOffline}</span>}
    </AriaDisabledButton>
  );
}
