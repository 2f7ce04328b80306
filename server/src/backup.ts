import { backUp, restore } from './platform/backup/backup.ts';
import { readConfig } from './platform/config.ts';

/** `npm run backup -- <new folder>` and `npm run restore -- <backup>`: the embedded database and its files, out of `DATA_DIR` and into it. */
const [what, folder = ''] = process.argv.slice(2);
try {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env);
  if (folder === '') throw new Error(`Please name a folder: npm run ${what} -- <folder>`);
  if (DATABASE_URL !== undefined) throw new Error('A database of DATABASE_URL has tools of its own: see docs/operations.md');
  await (what === 'restore' ? restore(folder, DATA_DIR) : backUp(DATA_DIR, folder));
  console.error(what === 'restore' ? `${DATA_DIR} holds what ${folder} held` : `${folder} holds a copy of ${DATA_DIR}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
