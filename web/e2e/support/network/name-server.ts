import type { DomainRecord } from "@shelv/contract/rows/domain";
import { createServer, Packet } from "dns2";

const TYPES = {
  TXT: Packet.TYPE.TXT,
  CNAME: Packet.TYPE.CNAME,
  A: Packet.TYPE.A,
  AAAA: Packet.TYPE.AAAA,
} as const;
const NO_SUCH_NAME = 3;
type Question = { name: string; type: number };

export interface NameServer {
  records: DomainRecord[];
  address: string;
  stop(): Promise<void>;
}

export async function startNameServer(records: DomainRecord[]): Promise<NameServer> {
  const server = createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions as Question[];
      const held = nameServer.records.filter(({ name }) => name === question?.name.toLowerCase());
      if (held.length === 0) response.header.rcode = NO_SUCH_NAME;
      for (const record of held)
        if (TYPES[record.type] === question?.type) response.answers.push(answerOf(record) as never);
      void send(response);
    },
  });
  const { udp } = (await server.listen({
    udp: { port: 0, address: "127.0.0.1", type: "udp4" },
  } as never)) as unknown as { udp: { port: number } };
  const nameServer: NameServer = { records, address: `127.0.0.1:${udp.port}`, stop: () => server.close() };
  return nameServer;
}

function answerOf({ type, name, value }: DomainRecord): object {
  const common = { name, type: TYPES[type], class: Packet.CLASS.IN, ttl: 1 };
  if (type === "TXT") return { ...common, data: value };
  return type === "CNAME" ? { ...common, domain: value } : { ...common, address: value };
}
