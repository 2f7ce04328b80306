import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface RoundRobin {
  address: string;
  close(): Promise<void>;
}

/** The interval of readiness checks, in milliseconds. */
const asksEvery = 50;

/**
 * A small proxy like those in front of several web processes: it keeps connections open, alternates
 * between processes that are ready at `/readyz`, and sends a request to another process only if the
 * first one accepted no connection for it.
 */
export async function startRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  const ask = async (port: number): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
      headers: { connection: 'close' },
    }).catch(() => null);
    if (answer?.ok) ready.add(port);
    else ready.delete(port);
    await answer?.arrayBuffer();
  };
  await Promise.all(ports.map(ask));
  const timer = setInterval(() => ports.forEach((port) => void ask(port)), asksEvery);
  let turn = 0;
  const server: Server = createServer((incoming, outgoing) => {
    void buffer(incoming).then((body) => {
      const order = ports.toSorted((a, b) => Number(ready.has(b)) - Number(ready.has(a)));
      const [preferred] = order
        .filter((port) => ready.has(port))
        .slice((turn += 1) % Math.max(1, ready.size));
      return pass({ incoming, outgoing, body, agent }, [
        ...new Set([preferred ?? order[0] ?? 0, ...order]),
      ]);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Passing {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  body: Buffer;
  agent: Agent;
}

/** Forwards a request to the first of these ports that accepts it. */
function pass(passing: Passing, [port, ...others]: number[]): void {
  const { incoming, outgoing, body, agent } = passing;
  if (port === undefined) return void outgoing.writeHead(502).end();
  const { method, url: path, headers } = incoming;
  const passed = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    // An interrupted response is interrupted for the caller, too, and an aborted request isn't
    // forwarded further.
    pipeline(answer, outgoing, () => undefined);
  });
  passed.on('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent) return void outgoing.destroy();
    return error.code === 'ECONNREFUSED'
      ? pass(passing, others)
      : void outgoing.writeHead(502).end(String(error.code));
  });
  passed.end(body);
}
