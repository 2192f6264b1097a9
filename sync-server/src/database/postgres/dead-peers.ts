import type { ClientBase } from "pg";

/**
 * A machine that is switched off does not close its TCP connections. PostgreSQL would notice after two hours,
 * while its locks block other servers.
 */
const SETTINGS = Object.entries({
  tcp_keepalives_idle: "10s",
  tcp_keepalives_interval: "5s",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "25s",
  // For a server that hangs between two statements.
  idle_in_transaction_session_timeout: "60s",
})
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join("; ");

/** Call it on each new connection. */
export async function noticeDeadPeers(client: ClientBase): Promise<void> {
  await client.query(SETTINGS);
}
