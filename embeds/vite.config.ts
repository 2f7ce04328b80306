import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { catalog } from '../scripts/lib/catalog.ts';

/** A standalone script: one file, without globals except those it sets itself. */
const script = (name: string, input: string): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: 'dist/scripts',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: { input, output: { format: 'iife', entryFileNames: `${name}.js` } },
  },
});

/** Limits a plugin to one of the builds. */
const only = (build: string, plugin: Plugin): Plugin => ({
  ...plugin,
  applyToEnvironment: ({ name }) => name === build,
});

/**
 * The message catalog for a script with one language, or for the pages, which have all languages.
 */
const texts = (build: string, language?: string): Plugin =>
  only(build, catalog(import.meta.dirname, language));

/**
 * Each script is a separate build, so they share no chunks; the server renders the frames' pages.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/embeds/',
  publicDir: false,
  plugins: [texts('calculator', 'en'), texts('calculator_es', 'es'), texts('pages')],
  builder: {
    buildApp: async (builder) => {
      for (const name of ['loader', 'calculator', 'calculator_es', 'frame', 'pages']) {
        const environment = builder.environments[name];
        if (environment === undefined) throw new Error(`No build is called ${name}`);
        await builder.build(environment);
      }
    },
  },
  environments: {
    loader: script('v1', 'src/loader/v1.ts'),
    calculator: script('calculator', 'src/calculator/calculator.ts'),
    calculator_es: script('calculator.es', 'src/calculator/calculator.ts'),
    frame: script('frame', 'src/frame/frame.ts'),
    pages: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        ssr: true,
        outDir: 'dist/pages',
        target: 'node20',
        minify: false,
        cssMinify: true,
        rolldownOptions: { input: 'src/pages.ts', output: { entryFileNames: 'pages.js' } },
      },
    },
  },
});
