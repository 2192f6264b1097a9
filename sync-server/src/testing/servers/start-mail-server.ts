import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export async function startMailServer(
  turnsAway: string | readonly string[] = "",
  { breaksAfterMail = false } = {},
) {
  const got: Buffer[] = [];
  const passwords: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onAuth({ username, password }, _session, done) {
      passwords.push(password ?? "");
      done(null, { user: username });
    },
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) =>
      done([turnsAway].flat().includes(address) ? new Error(`<${address}>: No such mailbox`) : null),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
      stream.on("end", () => {
        got.push(Buffer.concat(chunks));
        if (breaksAfterMail)
          for (const connection of server.connections as Set<{ close(): void }>) connection.close();
        else done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, got, passwords, stop };
}
