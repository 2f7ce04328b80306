import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toError } from '../errors.ts';

/** Derives independent keys from one master key: a leaked key reveals nothing about the others. */
export interface Keys {
  /** 32 bytes for `purpose`; deterministic for a master key. */
  derive(purpose: string): Uint8Array;
}

/**
 * Uses `ENCRYPTION_KEY` when set, or else a key file in the data folder, created at the first start
 * with mode 0600.
 */
export async function openKeys(options: {
  encryptionKey?: string | undefined;
  dataDir: string;
}): Promise<Keys> {
  const master = options.encryptionKey
    ? Buffer.from(options.encryptionKey, 'hex')
    : await keyFile(options.dataDir);
  const derived = new Map<string, Uint8Array>();
  return {
    derive: (purpose) => {
      const key =
        derived.get(purpose) ?? new Uint8Array(hkdfSync('sha256', master, 'lintel', purpose, 32));
      derived.set(purpose, key);
      return key;
    },
  };
}

/**
 * Files in the data folder: the master key; and the note, in a copy made without the key, that it
 * is elsewhere.
 */
export const keyName = 'encryption.key';
export const keyElsewhere = 'encryption.key.elsewhere';

async function keyFile(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, keyName);
  await mkdir(dataDir, { recursive: true });
  // A new key couldn't decrypt existing data, which would go unnoticed until someone needs a bank
  // number.
  if (existsSync(join(dataDir, keyElsewhere)) && !existsSync(path))
    throw new Error(
      `${dataDir} was copied without its key: put the key there as ${keyName}, or set ENCRYPTION_KEY`,
    );
  try {
    // `wx`: when two processes start together, one creates the key and both read it.
    await writeFile(path, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
    await chmod(path, 0o600);
  } catch (error) {
    if (toError(error).code !== 'EEXIST') throw error;
  }
  const text = (await readFile(path, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${path} does not contain a key`);
  return Buffer.from(text, 'hex');
}
