import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  optionalDependencies?: Record<string, string>;
}
const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
);

/** Whether the lock file has the package where Node resolves it from `parent`. */
function isLocked(parent: string, name: string): boolean {
  const folders = parent.split('/node_modules/');
  return folders.some((_, depth) => {
    const base = folders.slice(0, folders.length - depth).join('/node_modules/');
    return `${base}/node_modules/${name}` in packages || `node_modules/${name}` in packages;
  });
}

// npm writes only the current platform's packages when it resolves on top of an installed tree.
// `npm ci` then installs a package without its native binary on the other platforms.
test('the lock file has every optional package, for every platform', () => {
  const missing = Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(parent, name)),
  );
  expect(missing).toEqual([]);
});
