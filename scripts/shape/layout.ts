import type { Source } from './sources.ts';

type Match = readonly [what: string, line: number, text: string];

/** What only one kind of file in a domain may contain. */
interface Role {
  what: string;
  /** Imported values that give the content away. */
  values: { from: RegExp; names?: readonly string[] };
  /** File names that may contain it. */
  files: RegExp;
  text: string;
}

/**
 * Every domain has the same files: `index` (its door), `routes`, `repository`, `present`, `tables`,
 * `jobs` and `queue-jobs`, `own-data` (export), `person` (privacy requests), `retention`, `ports`,
 * `events`; all others are use cases, named by what they do.
 */
const roles: readonly Role[] = [
  {
    what: 'role tables',
    values: { from: /^drizzle-orm\/pg-core$/, names: ['pgTable'] },
    files: /(^|-)tables\.ts$/,
    text: 'tables belong in tables.ts',
  },
  {
    what: 'role routes',
    values: { from: /\/platform\/http\/route\.ts$/, names: ['handle'] },
    files: /(^|-)routes\.ts$/,
    text: 'endpoints are handled in routes.ts',
  },
  {
    what: 'role jobs',
    values: { from: /\/platform\/jobs\/job\.ts$/, names: ['job'] },
    files: /(^|-)jobs\.ts$/,
    text: 'jobs are declared in queue-jobs.ts',
  },
  {
    what: 'role sql',
    values: { from: /^drizzle-orm$/ },
    // `routes.ts` has a rule of its own, also outside of domains.
    files: /(^|-)(repository|tables|columns|own-data|person|retention|timeline|routes)\.ts$/,
    text: 'SQL belongs in a repository',
  },
];

/** Types whose implementations have a file of their own. */
const typedRoles = [
  { type: 'OwnData', file: 'own-data.ts', files: /^own-data\.ts$/ },
  { type: 'PersonSource', file: 'person.ts', files: /(^|-)person\.ts$/ },
  { type: 'RetentionSource', file: 'retention.ts', files: /^retention\.ts$/ },
] as const;

/** Files at the top level of a domain; one with more has folders. */
export const mostDomainFiles = 15;

const inDomain = /^server\/src\/domains\/([^/]+)\/(?:.*\/)?([^/]+)$/;
const isTest = (path: string): boolean => /\.test\.ts$|\/test\//.test(path);

/** Content outside of the file that every domain has for it. */
export function misplaced({ path, imports, text }: Source): Match[] {
  const file = inDomain.exec(path)?.[2];
  if (file === undefined || isTest(path)) return [];
  const values = roles.flatMap((role): Match[] => {
    if (role.files.test(file)) return [];
    const found = imports.find(
      ({ target, values: imported }) =>
        role.values.from.test(target) &&
        (role.values.names ?? imported).some((name) => imported.includes(name)),
    );
    return found ? [[role.what, found.line, role.text] as const] : [];
  });
  const types = typedRoles.flatMap((role): Match[] => {
    const declared = new RegExp(`^export (const|function) \\w+.*: ${role.type}\\b`, 'm');
    return !role.files.test(file) && declared.test(text)
      ? [[`role ${role.file}`, 1, `${role.type} belongs in ${role.file}`] as const]
      : [];
  });
  return [...values, ...types];
}

/** Context is handed over as `Context`, `Pick<Context, …>`, or ports; not as a type of its own. */
export const dependencyTypes = ({ path, text }: Source): Match[] =>
  path.startsWith('scripts/shape/')
    ? []
    : text
        .split('\n')
        .flatMap((line, index): Match[] =>
          /\b(?:interface|type) \w*Deps\b/.test(line)
            ? [['deps', index + 1, 'no type is named Deps: pass Context or a Pick of it'] as const]
            : [],
        );

/** Domains with too many files at their top level. */
export function crowdedDomains(sources: readonly Source[]): { key: string; text: string }[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    const domain = /^server\/src\/domains\/([^/]+)\/[^/]+$/.exec(path)?.[1];
    if (domain !== undefined && !isTest(path)) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > mostDomainFiles)
    .map(([domain, count]) => ({
      key: `crowded ${domain}`,
      text: `server/src/domains/${domain}: ${count} files, at most ${mostDomainFiles}: make folders with an index.ts`,
    }));
}
