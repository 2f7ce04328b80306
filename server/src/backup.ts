import { backUp, restore } from './platform/backup/backup.ts';
import { readConfig } from './platform/config.ts';
import { toError } from './platform/errors.ts';
import { readEnvironment } from './platform/secret-files.ts';

/**
 * `npm run backup -- [--without-key] <new folder>` and `npm run restore -- <backup>`: copies the
 * embedded database and its files out of `DATA_DIR`, and back. `--deletions-of <folder>` after
 * `restore` names an installation, or a later backup, with the deletions since then.
 */
const [what, ...given] = process.argv.slice(2);
const deletionsAt = given.indexOf('--deletions-of');
const deletionsSource = deletionsAt === -1 ? undefined : (given[deletionsAt + 1] ?? '');
const words = given.filter((_word, at) => deletionsAt === -1 || at !== deletionsAt + 1);
const options = words.filter((word) => word.startsWith('--'));
const folder = words.find((word) => !word.startsWith('--')) ?? '';
const withKey = !options.includes('--without-key');
try {
  const { DATABASE_URL, DATA_DIR } = readConfig(readEnvironment());
  const known = what === 'restore' ? '--deletions-of' : '--without-key';
  const unknown = options.find((option) => option !== known);
  if (unknown !== undefined) throw new Error(`Unknown argument for npm run ${what}: ${unknown}`);
  if (folder === '') throw new Error(`Name a folder: npm run ${what} -- <folder>`);
  if (DATABASE_URL !== undefined)
    throw new Error(
      'This command works only with the embedded database. For a database at DATABASE_URL, see docs/operations/backups.md',
    );
  await (what === 'restore'
    ? restore(
        folder,
        DATA_DIR,
        deletionsSource === undefined ? {} : { deletionsOf: deletionsSource },
      )
    : backUp(DATA_DIR, folder, { withKey }));
  const suffix = withKey
    ? ''
    : `, without its key. Keep ${DATA_DIR}/encryption.key or ENCRYPTION_KEY in another place: encrypted data can't be read without it`;
  console.error(
    what === 'restore'
      ? `Restored ${folder} to ${DATA_DIR}`
      : `Backed up ${DATA_DIR} to ${folder}${suffix}`,
  );
} catch (error) {
  console.error(toError(error).message);
  process.exitCode = 1;
}
