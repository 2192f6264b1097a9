export async function draftsHere(): Promise<string> {
  const opened = (request: IDBRequest) =>
    new Promise<void>((resolve) => request.addEventListener("success", () => resolve()));
  if (!(await indexedDB.databases()).some(({ name }) => name === "drafts-of-shelv")) return "";
  const opening = indexedDB.open("drafts-of-shelv");
  await opened(opening);
  const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
  await opened(all);
  opening.result.close();
  return JSON.stringify(all.result);
}
