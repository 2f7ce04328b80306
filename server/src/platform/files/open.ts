import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { diskStore } from './disk-store.ts';
import { s3Store } from './s3-store.ts';
import type { FileStore } from './store.ts';

/** The file store that the settings name: a bucket, or a folder of `DATA_DIR`. */
export async function openFiles(config: Config): Promise<FileStore> {
  const {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = config;
  if (bucket === undefined) {
    const folder = join(config.DATA_DIR, 'files');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Also one that an earlier release made readable for others.
    await chmod(folder, 0o700);
    return diskStore(folder);
  }
  return s3Store({
    bucket,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    pathStyle: config.S3_PATH_STYLE === '1',
  });
}
