import type { PageData } from "@shelv/public-page/page-data";
import { PublicPage } from "@shelv/public-page/page.tsx";
import { appearanceWords as words } from "#words/appearance";
import { PageFrame } from "#workbench/page-frame.tsx";
import styles from "./appearance-form.module.css";

const PHONE_WIDTH_PX = 390;

export const PreviewedPage = ({ page }: { page: PageData }) => (
  <PageFrame page={page} title={words.previewTitle} isPicture deviceWidth={PHONE_WIDTH_PX} className={styles["frame"]}><PublicPage page={page} /></PageFrame>
);
