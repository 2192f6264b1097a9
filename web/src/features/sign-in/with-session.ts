/** A browser that keeps nothing for a site throws where its session is named: null then, and a reload begins at the first step. */
export function withSession<T>(use: (session: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
