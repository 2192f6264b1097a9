import type { ClientBase } from "pg";

/**
 * A server that is switched off ends no connection. PostgreSQL would find that out after two hours, and until then its
 * locks block other servers. Without an effect on a socket of the same machine.
 */
const SETTINGS = Object.entries({
  tcp_keepalives_idle: "10s",
  tcp_keepalives_interval: "5s",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "25s",
  // A server that hangs between two statements.
  idle_in_transaction_session_timeout: "60s",
})
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join("; ");

/** For a new connection. */
export async function noticeDeadPeers(client: ClientBase): Promise<void> {
  await client.query(SETTINGS);
}
