/**
 * The style sheets of every signed-in screen and of the item list; sheets that extend others come after them. They load in the first file:
 * each further file costs a slow phone several milliseconds before the first paint.
 */
import "#ui/dialog.module.css";
import "#ui/empty-shelf.module.css";
import "#ui/icon-button.module.css";
import "#ui/main-action.module.css";
import "#ui/modal.module.css";
import "#ui/sortable-area.module.css";
import "#ui/sortable-list.module.css";
import "#workbench/overwritten-notices.module.css";
import "#workbench/own-avatar.module.css";
import "#workbench/share-inbox-status.module.css";
import "#workbench/sync-mark.module.css";
import "#workbench/thumbnail.module.css";
import "#features/navigation/account-link.module.css";
import "#features/navigation/logout-button.module.css";
import "#features/navigation/profile-block.module.css";
import "#features/navigation/screen.module.css";
import "#features/navigation/side-navigation.module.css";
import "#features/navigation/signed-in-layout.module.css";
import "#features/navigation/storage-notice.module.css";
import "#features/navigation/sync-state.module.css";
import "#features/shelves/my-shelv.module.css";
import "#features/shelves/shelf-card.module.css";
import "#features/shelves/shelf-skeletons.module.css";
import "#features/items/item-actions.module.css";
import "#features/items/item-cards.module.css";
import "#features/items/item-table.module.css";
import "#features/items/items-toolbar.module.css";
