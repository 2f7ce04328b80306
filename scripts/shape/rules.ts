import { posix } from 'node:path';
import { findCycles } from './cycles.ts';
import { crowdedDomains, dependencyTypes, misplaced } from './layout.ts';
import type { Source } from './sources.ts';

/** A violation of the house style. `key` identifies it in the list of exceptions. */
export interface Violation {
  key: string;
  text: string;
}

export const limits = {
  lines: { median: 110, p95: 250, max: 400 },
  functionLines: 80,
  /** A file with fewer lines and one importer in its folder is a splinter. */
  splinterLines: 30,
  /** Percent of all files. */
  splinters: 3,
  /** Per 1,000 lines. */
  casts: 1,
} as const;

const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$|\/test\/|^e2e\//.test(path);
/** Composition roots may import every domain. */
const roots = new Set([
  'contract/src/all.ts',
  'server/src/app.ts',
  'server/src/main.ts',
  'server/src/web.ts',
  'server/src/runtime.ts',
  'portal/src/main.tsx',
]);
const isRoot = (path: string): boolean =>
  roots.has(path) || /^(server\/src\/demo\/|portal\/src\/routes\/)/.test(path);

const workspaceName = (path: string): string => path.split('/')[0] ?? '';
const domainName = (path: string): string | null =>
  /^server\/src\/domains\/([^/]+)\//.exec(path)?.[1] ?? null;
const featureName = (path: string): string | null =>
  /^portal\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;

type Match = readonly [what: string, line: number, text: string];
type Rule = (source: Source) => Match[];

const sizes: Rule = ({ path, lines, functions }) => [
  ...(lines > limits.lines.max && !isTest(path)
    ? [['lines', 1, `${lines} lines, at most ${limits.lines.max}`] as const]
    : []),
  ...(isTest(path) ? [] : functions)
    .filter((one) => one.lines > limits.functionLines)
    .map(
      (one) =>
        [
          'function',
          one.line,
          `${one.name} has ${one.lines} lines, at most ${limits.functionLines}`,
        ] as const,
    ),
];

/** Why `from` may not import `to`; null when it may. */
export function importProblem(from: string, to: string): string | null {
  const [own, other] = [workspaceName(from), workspaceName(to)];
  if (isTest(from) || own === 'scripts' || own === 'e2e' || own === 'bench') return null;
  if (own !== other && other !== 'contract' && !(own === 'server' && isRoot(from)))
    return `${own} may import the contract only`;
  const [domain, otherDomain] = [domainName(from), domainName(to)];
  if (from.startsWith('server/src/platform/') && otherDomain) return 'the platform knows no domain';
  const tables = /[/-]tables\.ts$/;
  const isTables = tables.test(from) || from.endsWith('repository.ts');
  if (
    domain &&
    otherDomain &&
    domain !== otherDomain &&
    !to.endsWith('/index.ts') &&
    !(isTables && tables.test(to))
  ) {
    return `another domain is entered through its index.ts (tables: by tables and repositories)`;
  }
  const [feature, otherFeature] = [featureName(from), featureName(to)];
  return feature && otherFeature && feature !== otherFeature && !/\/index\.tsx?$/.test(to)
    ? 'another feature is entered through its index.ts'
    : null;
}

const boundaries: Rule = ({ path, imports }) =>
  imports.flatMap(({ target, isLocal, line }): Match[] => {
    const reason = isLocal ? importProblem(path, target) : null;
    return reason === null ? [] : [['boundary', line, `imports ${target}: ${reason}`] as const];
  });

const isInside = (room: string, path: string): boolean => path.startsWith(`${room}/`);

/** Imports of a domain's folder with an index go through it; tables are exempt for joins. */
function besideDoors(sources: readonly Source[]): Violation[] {
  const rooms = sources
    .filter(({ path }) => /^server\/src\/domains\/[^/]+\/.+\/index\.ts$/.test(path))
    .map(({ path }) => posix.dirname(path));
  return sources
    .filter(({ path }) => path.startsWith('server/src/domains/') && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => !/\/(index|tables)\.ts$/.test(target))
        .filter(({ target }) =>
          rooms.some((room) => isInside(room, target) && !isInside(room, path)),
        )
        .map(({ target, line }) => ({
          key: `door ${path}`,
          text: `${path}:${line} imports ${target}: its folder is entered through its index.ts`,
        })),
    );
}

/** Other domains may name a table for foreign keys and joins; only its own domain writes it. */
const writes: Rule = ({ path, text }) => {
  const domain = domainName(path);
  if (domain === null || isTest(path)) return [];
  const foreign = [...text.matchAll(/^import \{([^}]*)\} from '([^']*tables\.ts)';/gm)]
    .filter(([, , from = '']) => {
      const target = domainName(posix.join(posix.dirname(path), from));
      return target !== null && target !== domain;
    })
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => name !== '');
  return foreign.flatMap((name): Match[] =>
    new RegExp(`\\.(insert|update|delete)\\(${name}\\)`).test(text)
      ? [['write', 1, `writes ${name}, a table of another domain`] as const]
      : [],
  );
};

const mayHaveSchemas = /^contract\/|^server\/src\/platform\/config\.ts$|jobs\.ts$|\.test\.tsx?$/;

const packages: Rule = ({ path, imports }) =>
  imports.flatMap(({ target, isLocal, isType, line }): Match[] => {
    if (isLocal) return [];
    if (
      target === 'zod' &&
      !isType &&
      !mayHaveSchemas.test(path) &&
      !path.startsWith('portal/src/lib/form/')
    )
      return [['zod', line, 'schemas belong in the contract'] as const];
    if (path.startsWith('contract/') && target !== 'zod' && !isTest(path))
      return [['contract', line, `the contract depends on zod alone, not on ${target}`] as const];
    return path.endsWith('routes.ts') && target.startsWith('drizzle-orm')
      ? [['sql', line, 'routes hold no SQL'] as const]
      : [];
  });

/** Typst's `.clusters()` splits words into characters. */
const clusterWords = /\b(citus|clusters?(?!\()|coordinators?)\b/i;

/** Only the platform knows that the database may be distributed (`platform/db/cluster/`). */
const clusters: Rule = ({ path, text }) =>
  domainName(path) === null || isTest(path)
    ? []
    : text
        .split('\n')
        .flatMap((line, index): Match[] =>
          clusterWords.test(line)
            ? [['cluster', index + 1, 'domains do not mention the cluster'] as const]
            : [],
        );

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.tsx?$/;

const words: Rule = ({ path, text }) => [
  ...(kebab.test(path.split('/').at(-1) ?? '')
    ? []
    : [['name', 1, 'file names are kebab-case'] as const]),
  ...text.split('\n').flatMap((line, index) => {
    const suppression =
      /(@ts-(ignore|expect-error|nocheck)|(oxlint|eslint)-disable)(?!.*(--|:) \w+ \w+)/.test(line);
    return suppression && !path.startsWith('scripts/shape/')
      ? [['suppression', index + 1, 'a suppression says why'] as const]
      : [];
  }),
];

/** Fastify's `ip` can be any text that a proxy sent; `request.address` is a validated address. */
const addresses: Rule = ({ path, text }) =>
  path.startsWith('server/src/') && !isTest(path)
    ? text
        .split('\n')
        .flatMap((line, index) =>
          /\brequest\.ips?\b(?!`)/.test(line)
            ? [['address', index + 1, 'a caller is known by request.address'] as const]
            : [],
        )
    : [];

/** Texts that people read in the portal belong in its catalog. */
const texts: Rule = ({ path, hardCodedTexts }) =>
  path.startsWith('portal/src/') && !isTest(path)
    ? hardCodedTexts.map((line) => ['text', line, 'texts stand in portal/messages'] as const)
    : [];

const rules: Rule[] = [
  sizes,
  boundaries,
  writes,
  clusters,
  packages,
  words,
  addresses,
  texts,
  misplaced,
  dependencyTypes,
];

/** All violations of the house style in these sources. */
export function findBreaches(sources: readonly Source[]): Violation[] {
  const single = sources.flatMap((source) =>
    rules.flatMap((rule) =>
      rule(source).map(([what, line, text]) => ({
        key: `${what} ${source.path}`,
        text: `${source.path}:${line} ${text}`,
      })),
    ),
  );
  const cycles = findCycles(sources).map((cycle) => ({
    key: `cycle ${cycle[0]}`,
    text: `import cycle: ${cycle.join(' → ')}`,
  }));
  return [
    ...single,
    ...cycles,
    ...besideDoors(sources),
    ...crowdedDomains(sources),
    ...distribution(sources),
  ];
}

/** The given quantile of `values`; `share` from 0 to 1. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0;

/** Small files whose only importer is in the same folder. */
export function findSplinters(sources: readonly Source[]): string[] {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources)
    if (!isTest(path))
      for (const { target } of imports)
        importers.set(target, [...(importers.get(target) ?? []), path]);
  return sources
    .filter(({ path, lines }) => {
      const [first, ...more] = importers.get(path) ?? [];
      return (
        lines < limits.splinterLines &&
        !isTest(path) &&
        first !== undefined &&
        more.length === 0 &&
        posix.dirname(first) === posix.dirname(path)
      );
    })
    .map(({ path }) => path);
}

/** Figures over all sources except tests; splinters in percent, casts per 1,000 lines. */
export function sizeFigures(sources: readonly Source[]) {
  const own = sources.filter(({ path }) => !isTest(path));
  const lines = own.map((source) => source.lines);
  const total = lines.reduce((sum, count) => sum + count, 0);
  const casts = own.reduce((sum, source) => sum + source.casts.length, 0);
  return {
    files: own.length,
    median: quantile(lines, 0.5),
    p95: quantile(lines, 0.95),
    max: Math.max(0, ...lines),
    splinters: own.length === 0 ? 0 : (findSplinters(sources).length / own.length) * 100,
    casts: total === 0 ? 0 : (casts / total) * 1000,
  };
}

function distribution(sources: readonly Source[]): Violation[] {
  const { median, p95, splinters, casts } = sizeFigures(sources);
  const figures = [
    ['median of lines', median, limits.lines.median],
    ['95th percentile of lines', p95, limits.lines.p95],
    ['percentage of splinters', splinters, limits.splinters],
    ['casts in 1,000 lines', casts, limits.casts],
  ] as const;
  return figures
    .filter(([, value, limit]) => value > limit)
    .map(([name, value, limit]) => ({
      key: name,
      text: `${name}: ${Number(value.toFixed(2))}, at most ${limit}`,
    }));
}
