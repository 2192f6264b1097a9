import type { ItemRow } from "@shelv/contract/rows/item";
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconChartLine,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconRefresh,
  IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ActionMenu, withFocusNear } from "#ui/menus/action-menu.tsx";
import { itemMenuWords as words } from "#words/screens/items";
import { type ItemsToMove, MoveDialog } from "./moving/move-dialog";
import { useMoveItems } from "./moving/move-items";
import { useHideItems } from "./hide-items";
import { useRefreshDetails } from "./refresh-details";
import { hasPage } from "#domain/link-details/link-reader";
import { hideWords } from "#words/item-marks";
import { refreshWords } from "#words/links/link-details";

export type OpenedMenu = { item: ItemRow; anchor: HTMLElement };

type OpenedItemMenuProps = {
  opened: OpenedMenu | null;
  onDelete: (item: ItemRow) => void;
  onClose: () => void;
};

export function OpenedItemMenu({ opened, onDelete, onClose }: OpenedItemMenuProps) {
  const [moving, setMoving] = useState<ItemsToMove | null>(null);
  const { toEdge, toShelf } = useMoveItems();
  const navigate = useNavigate();
  const setHidden = useHideItems();
  const refresh = useRefreshDetails();
  return (
    <>
      {opened && (
        <ActionMenu
          anchor={opened.anchor}
          label={words.open(opened.item.title)}
          about={opened.item.title}
          onClose={onClose}
          actions={[
            {
              label: words.toShelf,
              icon: <IconFolderSymlink size={20} aria-hidden="true" />,
              run: () => setMoving({ ids: [opened.item.id], from: opened.item.shelfId }),
            },
            {
              label: words.toEdge.top,
              icon: <IconArrowBarToUp size={20} aria-hidden="true" />,
              run: () => void withFocusNear(() => toEdge(opened.item, "top")),
            },
            {
              label: words.toEdge.end,
              icon: <IconArrowBarToDown size={20} aria-hidden="true" />,
              run: () => void withFocusNear(() => toEdge(opened.item, "end")),
            },
            {
              label: words.stats,
              icon: <IconChartLine size={20} aria-hidden="true" />,
              run: () =>
                void navigate({ to: "/dashboard/stats/$itemId", params: { itemId: opened.item.id } }),
            },
            {
              label: opened.item.isHidden ? hideWords.show : hideWords.hide,
              icon: opened.item.isHidden ? (
                <IconEye size={20} aria-hidden="true" />
              ) : (
                <IconEyeOff size={20} aria-hidden="true" />
              ),
              run: () => void setHidden([opened.item.id], !opened.item.isHidden),
            },
            ...(hasPage(opened.item.url)
              ? [
                  {
                    label: refreshWords.one,
                    icon: <IconRefresh size={20} aria-hidden="true" />,
                    run: () => void refresh.one(opened.item),
                  },
                ]
              : []),
            {
              label: words.delete,
              icon: <IconTrash size={20} aria-hidden="true" />,
              isDestructive: true,
              run: () => onDelete(opened.item),
            },
          ]}
        />
      )}
      <MoveDialog
        moving={moving}
        onMove={({ ids }, shelf) => void toShelf(ids, shelf)}
        onClose={() => setMoving(null)}
      />
    </>
  );
}
