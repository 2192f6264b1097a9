/**
 * The style sheets of all signed-in screens and the item list, before sheets that extend them. They become
 * one file: each further one costs a slow phone several milliseconds before the first paint.
 */
import "#ui/dialogs/dialog.module.css";
import "#ui/feedback/empty-shelf.module.css";
import "#ui/buttons/back-link.module.css";
import "#ui/buttons/icon-button.module.css";
import "#ui/dialogs/modal.module.css";
import "#ui/forms/field-group.module.css";
import "#ui/sortable/sortable-area.module.css";
import "#ui/sortable/sortable-list.module.css";
import "#domain/tray/overwritten-notices.module.css";
import "#domain/pictures/own-avatar.module.css";
import "#domain/share-inbox/share-inbox-status.module.css";
import "#domain/tray/sync-mark.module.css";
import "#domain/items/item-marks.module.css";
import "#domain/items/list/item-list.module.css";
import "#domain/items/selection/select-box.module.css";
import "#domain/items/thumbnail.module.css";
import "#domain/shelves/shelf-buttons.module.css";
import "#domain/shelves/shelf-name-link.module.css";
import "#domain/shelves/small-shelf.module.css";
import "#domain/wall/thing.module.css";
import "#domain/wall/room.module.css";
import "#domain/wall/shelf-board.module.css";
import "@shelv/public-page/styles/fonts.css";
import "@shelv/public-page/styles/look/glass.css";
import "@shelv/public-page/styles/look/gradient.css";
import "@shelv/public-page/styles/look/wood.css";
import "#features/navigation/logout-button.module.css";
import "#features/navigation/header/screen.module.css";
import "#features/navigation/side-navigation.module.css";
import "#features/navigation/signed-in-layout.module.css";
import "#features/navigation/tab-bar.module.css";
import "#features/shelves/first-board.module.css";
import "#features/shelves/my-shelv.module.css";
import "#features/shelves/shelf-card.module.css";
import "#features/shelves/shelf-skeletons.module.css";
import "#features/items/items-toolbar.module.css";
