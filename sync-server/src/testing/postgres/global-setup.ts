import type { TestProject } from "vitest/node";
import { startCluster } from "./start-cluster.ts";

/**
 * One PostgreSQL for all files that run on it.
 * @public
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { urlOf, stop } = await startCluster();
  project.provide("postgresUrl", urlOf("postgres"));
  return stop;
}
