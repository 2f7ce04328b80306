import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const skipped = new Set(['node_modules', 'dist', 'test-results']);

/**
 * All files below these paths, sorted.
 * @param {string[]} paths
 * @returns {string[]}
 */
function filesBelow(paths) {
  return paths.flatMap((path) => {
    const full = join(root, path);
    if (!existsSync(full)) return [];
    if (!path.includes('.') || path.endsWith('/')) {
      const entries = readdirSync(full, { withFileTypes: true }).filter(
        ({ name }) => !skipped.has(name),
      );
      return entries
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .flatMap((entry) =>
          filesBelow([entry.isDirectory() ? `${join(path, entry.name)}/` : join(path, entry.name)]),
        );
    }
    return [path];
  });
}

/**
 * Hashes the contents of all files below these paths.
 * @param {string[]} paths
 */
export function hashFiles(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const file of filesBelow(paths))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/**
 * Runs `work` unless it succeeded for the same contents before and `product` still exists. `work`
 * returns whether it succeeded.
 * @param {{ name: string; inputs: string[]; product: string; work: () => Promise<boolean> }} step
 */
export async function whenStale({ name, inputs, product, work }) {
  const stamp = join(root, 'node_modules/.cache/lintel', `${name}.hash`);
  const hash = hashFiles(inputs);
  if (existsSync(join(root, product)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash)
    return false;
  if (!(await work())) return false;
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}
