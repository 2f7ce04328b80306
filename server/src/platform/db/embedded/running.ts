import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { superuser } from './cluster.ts';

/** The address of a data folder's running server, read from its pid file. */
export async function readSocketAddress(dataDir: string) {
  const lines = (await readFile(join(dataDir, 'pg18/postmaster.pid'), 'utf8')).split('\n');
  const [, , , port = '', socketFolder = ''] = lines;
  const password = (await readFile(join(dataDir, 'pg18.password'), 'utf8')).trim();
  const host = socketFolder.trim() === '' ? '127.0.0.1' : socketFolder.trim();
  return { host, port: Number(port), user: superuser, password, database: 'lintel' };
}
