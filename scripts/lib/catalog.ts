import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@inlang/paraglide-js';
import type { Plugin } from 'vite';
import { languages } from '../../contract/src/core/language.ts';

const format = fileURLToPath(
  new URL('../../node_modules/@inlang/plugin-message-format/dist/index.js', import.meta.url),
);

/** The languages of each workspace that has a catalog, `messages/{language}.json`. */
export const workspaceLanguages: Readonly<Record<string, readonly string[]>> = {
  homeowner: languages,
  embeds: languages,
  portal: ['en'],
};

type Message = string | { match: Record<string, string> }[];
export type Catalog = Record<string, Message>;

/** A message's texts, one per plural form. */
const pluralForms = (message: Message): string[] =>
  typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match));

/** Parts that a translation must keep: `{placeholders}`, and marks such as `<link>`. */
const placeholders = (message: Message): string =>
  [...new Set(pluralForms(message).flatMap((text) => text.match(/\{[^}]+\}|<[^>]+>/g) ?? []))]
    .toSorted()
    .join(' ');

/**
 * Problems in catalogs: a key missing in one language, an empty text, or placeholders that differ
 * from English. By language, then key.
 */
export function catalogProblems(catalogs: Readonly<Record<string, Catalog>>): string[] {
  const keys = [...new Set(Object.values(catalogs).flatMap((one) => Object.keys(one)))];
  return Object.entries(catalogs).flatMap(([language, texts]) =>
    keys.flatMap((key) => {
      if (key.startsWith('$')) return [];
      const message = texts[key];
      if (message === undefined) return [`${language}: "${key}" is missing`];
      if (pluralForms(message).some((text) => text.trim() === ''))
        return [`${language}: "${key}" is empty`];
      const english = catalogs['en']?.[key];
      return english === undefined || placeholders(english) === placeholders(message)
        ? []
        : [`${language}: "${key}" has other placeholders than English`];
    }),
  );
}

/** A workspace's catalogs by language. Throws when one is incomplete, which fails the build. */
export async function readCatalogs(folder: string): Promise<Record<string, Catalog>> {
  const catalogs: Record<string, Catalog> = {};
  for (const language of workspaceLanguages[basename(folder)] ?? [])
    catalogs[language] = JSON.parse(
      await readFile(join(folder, `messages/${language}.json`), 'utf8'),
    );
  const problems = catalogProblems(catalogs);
  if (problems.length > 0)
    throw new Error(`The message catalog of ${folder} is incomplete:\n${problems.join('\n')}`);
  return catalogs;
}

/**
 * Compiles a workspace's `messages/{language}.json` into typed functions in `dist/messages`:
 * `messages.js` takes the language as an argument; `one-by-one/{language}.js` holds a single
 * language.
 */
async function compileCatalog(folder: string): Promise<void> {
  const locales = Object.keys(await readCatalogs(folder));
  const project = join(folder, 'dist/catalog.inlang');
  await mkdir(project, { recursive: true });
  const settings = {
    baseLocale: 'en',
    locales,
    modules: [format],
    'plugin.inlang.messageFormat': { pathPattern: join(folder, 'messages/{locale}.json') },
    telemetry: 'off',
  };
  await writeFile(join(project, 'settings.json'), JSON.stringify(settings));
  await compile({
    project,
    outdir: join(folder, 'dist/messages'),
    outputStructure: 'locale-modules',
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: true,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  });
  for (const language of locales) await splitTexts(join(folder, 'dist/messages'), language);
}

/**
 * Splits a language's texts into one module each, so that the bundler puts each text into the chunk
 * that uses it.
 */
async function splitTexts(compiled: string, language: string): Promise<void> {
  const source = await readFile(join(compiled, `messages/${language}.js`), 'utf8');
  const texts = source.split(/^(?=export const )/m).slice(1);
  const target = join(compiled, `one-by-one/${language}`);
  await mkdir(target, { recursive: true });
  const names = await Promise.all(
    texts.map(async (text) => {
      const [, name = ''] = /^export const (\w+)/.exec(text) ?? [];
      const registry = `import * as registry from '../../registry.js';\n`;
      await writeFile(join(target, `${name}.js`), `${registry}${text}`);
      return name;
    }),
  );
  const all = names.map((name) => `export { ${name} } from './${language}/${name}.js';\n`);
  await writeFile(join(compiled, `one-by-one/${language}.js`), all.join(''));
  await writeFile(
    join(compiled, 'package.json'),
    JSON.stringify({ type: 'module', sideEffects: false }),
  );
}

/**
 * Resolves `#messages` to a workspace's message catalog. A build for one language holds only that
 * language's texts.
 */
export function catalog(folder: string, language?: string): Plugin {
  const compiled = join(folder, 'dist/messages');
  return {
    name: 'message-catalog',
    enforce: 'pre',
    buildStart: () => compileCatalog(folder),
    resolveId: (source) => {
      if (source !== '#messages') return null;
      return join(compiled, language === undefined ? 'messages.js' : `one-by-one/${language}.js`);
    },
    async handleHotUpdate({ file }) {
      if (file.startsWith(join(folder, 'messages/'))) await compileCatalog(folder);
    },
  };
}
