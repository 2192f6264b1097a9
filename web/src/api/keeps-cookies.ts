const NAME = "shelv-cookie-probe";

/** Whether this browser keeps a cookie of this site: without one no code can be checked. */
export function keepsCookies(): boolean {
  try {
    document.cookie = `${NAME}=1; Path=/; SameSite=Lax`;
    const isKept = document.cookie.split("; ").includes(`${NAME}=1`);
    document.cookie = `${NAME}=; Path=/; SameSite=Lax; Max-Age=0`;
    return isKept;
  } catch {
    return false;
  }
}
