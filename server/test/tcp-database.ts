import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

/** The socket of the tests' own database server; undefined for a server on the network. */
function socketOf(connectionString: string): string | undefined {
  const folder = /[?&]host=([^&]+)/.exec(connectionString)?.[1];
  const port = /[?&]port=(\d+)/.exec(connectionString)?.[1] ?? '5432';
  return folder && join(decodeURIComponent(folder), `.s.PGSQL.${port}`);
}

/**
 * A test database in the form of the setting `DATABASE_URL`: over the network, as a server process
 * connects.
 */
export async function overTcp(connectionString: string): Promise<{ url: string; close(): void }> {
  const socket = socketOf(connectionString);
  if (socket === undefined) return { url: connectionString, close: () => {} };
  const proxy = createServer((client) => {
    const server = connect(socket);
    for (const side of [client, server])
      side.on('error', () => [client, server].forEach((one) => one.destroy()));
    client.pipe(server).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const url = connectionString.replace(
    /^postgres(?:ql)?:\/\/([^@]*)@[^/]*\/([^?]*).*$/,
    `postgres://$1@127.0.0.1:${port}/$2`,
  );
  return { url, close: () => proxy.close() };
}
