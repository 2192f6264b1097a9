/** A database that is being opened, also where its answer has come already. Rejects with why it was not. */
export function opened(opening: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(opening.error);
    // One that creates its database is done before that is created: whether it will be, its events tell.
    if (opening.readyState === "done" && opening.transaction === null)
      return opening.error ? fail() : resolve(opening.result);
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", (event) => {
      // Firefox reports what nobody has prevented as an error of the page.
      event.preventDefault();
      fail();
    });
  });
}
