import { defineConfig, type EnvironmentOptions } from 'vite';

/** A script that stands alone: one file, no globals but those it asks for. */
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

/**
 * Each script is a build of its own, so that none shares a chunk; the pages of the frames are drawn
 * by the server.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/embeds/',
  publicDir: false,
  builder: {
    buildApp: async (builder) => {
      for (const name of ['loader', 'calculator', 'frame', 'pages']) {
        const environment = builder.environments[name];
        if (environment === undefined) throw new Error(`No build is called ${name}`);
        await builder.build(environment);
      }
    },
  },
  environments: {
    loader: script('v1', 'src/loader/v1.ts'),
    calculator: script('calculator', 'src/calculator/calculator.ts'),
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
