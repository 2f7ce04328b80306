import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Held while a server uses a data folder. A listening socket needs no cleanup after a kill: nothing
 * answers on it anymore.
 */
export interface FolderLock {
  release(): Promise<void>;
}

/** Locks `dataDir`. Throws a one-line error when another running server has the lock. */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const name = `lintel-${createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 24)}`;
  const address =
    process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const server = (await listen(address)) ?? (await takeOver(address, dataDir));
  server.unref();
  return { release: () => new Promise((done) => server.close(() => done())) };
}

async function takeOver(address: string, dataDir: string): Promise<Server> {
  if (!(await isAnswered(address))) {
    await rm(address, { force: true });
    const server = await listen(address);
    if (server) return server;
  }
  throw new Error(
    `Another portal is running on the data folder ${dataDir}: please stop it first, or set DATA_DIR`,
  );
}

function listen(address: string): Promise<Server | null> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.end());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(null) : fail(error),
    );
    server.listen(address, () => done(server));
  });
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(address, () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
