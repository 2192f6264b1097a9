import type { ReportBug } from "#http/answer-errors";
import type { DetailDeps } from "./jobs/detail-jobs.ts";
import { LinkWorker } from "./jobs/link-worker.ts";
import { PageReader } from "./details/page-reader.ts";

export type Links = { pageReader: PageReader; linkWorker: LinkWorker; close(): Promise<void> };

export function openLinks(deps: Omit<DetailDeps, "pageReader"> & { reportBug: ReportBug }): Links {
  const pageReader = new PageReader((error) => void deps.reportBug(error));
  const linkWorker = new LinkWorker({ ...deps, pageReader });
  return {
    pageReader,
    linkWorker,
    async close() {
      await linkWorker.stop();
      pageReader.close();
    },
  };
}
