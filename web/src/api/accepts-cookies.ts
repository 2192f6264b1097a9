const NAME = "shelv-cookie-probe";

/** Without a cookie no sign-in code can be checked. */
export function acceptsCookies(): boolean {
  try {
    document.cookie = `${NAME}=1; Path=/; SameSite=Lax`;
    const isStored = document.cookie.split("; ").includes(`${NAME}=1`);
    document.cookie = `${NAME}=; Path=/; SameSite=Lax; Max-Age=0`;
    return isStored;
  } catch {
    return false;
  }
}
