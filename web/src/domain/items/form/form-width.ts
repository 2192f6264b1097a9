/** Of a dialog with the item form: both columns of a wide screen. In step with item-form.module.css. */
export const FORM_WIDTH_PX = 840;
