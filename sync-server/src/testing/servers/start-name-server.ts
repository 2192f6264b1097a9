/** Starts a name server on loopback, whose zone may change while it runs. */
import { createServer, Packet } from "dns2";

export type Zone = Record<
  string,
  { TXT?: string[]; CNAME?: string; A?: string[]; AAAA?: string[] } | "late" | "broken"
>;

const TYPES = {
  TXT: Packet.TYPE.TXT,
  CNAME: Packet.TYPE.CNAME,
  A: Packet.TYPE.A,
  AAAA: Packet.TYPE.AAAA,
} as const;
const RCODE = { serverFailure: 2, noSuchName: 3 };

export async function startNameServer(
  zone: Zone,
): Promise<{ zone: Zone; address: string; stop: () => Promise<void> }> {
  const server = createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions as { name: string; type: number }[];
      const held = question && zone[question.name.toLowerCase()];
      if (held === "late") return;
      if (held === "broken") response.header.rcode = RCODE.serverFailure;
      else if (held === undefined) response.header.rcode = RCODE.noSuchName;
      else
        for (const answer of answersTo(question as { name: string; type: number }, zone))
          response.answers.push(answer as never);
      void send(response);
    },
  });
  const { udp } = (await server.listen({
    udp: { port: 0, address: "127.0.0.1", type: "udp4" },
  } as never)) as unknown as { udp: { port: number } };
  return { zone, address: `127.0.0.1:${udp.port}`, stop: () => server.close() };
}

function answersTo({ name, type }: { name: string; type: number }, zone: Zone): object[] {
  const held = zone[name.toLowerCase()];
  if (held === undefined || typeof held === "string") return [];
  const common = { name, class: Packet.CLASS.IN, ttl: 1 };
  if (held.CNAME !== undefined) {
    const alias = { ...common, type: TYPES.CNAME, domain: held.CNAME };
    return type === TYPES.CNAME ? [alias] : [alias, ...answersTo({ name: held.CNAME, type }, zone)];
  }
  if (type === TYPES.TXT) return (held.TXT ?? []).map((data) => ({ ...common, type, data }));
  const addresses = type === TYPES.A ? held.A : type === TYPES.AAAA ? held.AAAA : undefined;
  return (addresses ?? []).map((address) => ({ ...common, type, address }));
}
