import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@lintel/contract/core/narrow';

const here = dirname(fileURLToPath(import.meta.url));
/** The project's folder: above `server/src/platform` in the sources, `server/dist` in the build. */
const folder = join(here, basename(here) === 'dist' ? '../..' : '../../..');

function read(): string {
  const content: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!isRecord(content) || typeof content['version'] !== 'string')
    throw new Error('package.json has no version');
  return content['version'];
}

/** The version of this program, from `package.json`. */
export const version = read();

/** What runs: the version and, if known, the commit. */
export interface Build {
  version: string;
  commit: string | undefined;
}
export const buildOf = ({ GIT_COMMIT: commit }: { GIT_COMMIT?: string | undefined }): Build => ({
  version,
  commit,
});
