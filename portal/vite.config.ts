import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { compressed } from '../scripts/lib/compressed.ts';
import { inlinedTexts } from '../scripts/lib/inlined-texts.ts';
import { brandPlugin } from './vite/brand-plugin.ts';
import { mantineStyles } from './vite/mantine-styles.ts';
import { workerPlugin } from './vite/worker-plugin.ts';

const api = process.env['API_URL'] ?? 'http://localhost:3000';

const packages = 'react|react-dom|scheduler|use-sync-external-store|@tanstack|clsx';
/** Parts of these packages, and of `lib`, that only later screens use. */
const later = 'useBlocker|useMutation|mutationObserver|useQueries|queriesObserver';
const ownFolders =
  'lib\\/(?!form|edit-form|list-view|object-url|use-action|accepted|api\\/accepted|api\\/fetch-with-progress|video-length|password-strength|date-ranges|reload|failure|save-file|clipboard|focus-return)|routes\\/(?!unavailable)|shell\\/(navigation|reactions|overlays|page-error)|theme|app';
const ownComponents = 'brand-mark|link|plain-button|rich|state-box';

/**
 * Each group below imports only from the ones above it, so no file waits for a cycle. Few large
 * files: small ones compress badly and cost a request each.
 */
type Group = Rolldown.CodeSplittingGroup;
type Context = Rolldown.ChunkingContext;

/** Paths of modules that every page needs. */
const everywhere = new RegExp(
  `node_modules/(${packages})/(?!.*/(${later})\\.)|portal/src/(${ownFolders}|ui/(${ownComponents})\\.)|createReactComponent|@tabler/icons-react`,
);

/** The portal's frame and the dashboard, which load before the first screen is usable. */
const firstModules = new Set<string>();
const firstScreens = ['src/shell/portal-frame.tsx', 'src/features/dashboard/dashboard-page.tsx'];

/** Collects the portal's own modules that `id` imports statically. */
function collectFirst(id: string, context: Context): void {
  if (firstModules.has(id) || id.includes('node_modules') || id.endsWith('ui/icons.ts')) return;
  firstModules.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) collectFirst(next, context);
}

/** One file with everything that loads first: libraries, frame, and icons. */
const base: Group = {
  debugName: 'base',
  name: (id, context) => {
    if (firstModules.size === 0)
      for (const path of firstScreens) collectFirst(join(import.meta.dirname, path), context);
    return everywhere.test(id) || firstModules.has(id) ? 'base' : null;
  },
  test: /^(?!.*dashboard-page\.tsx)/,
  priority: 5,
};

/**
 * Everything that the frame and the dashboard load after the first paint: the dashboard renders
 * without `kit`, and other screens load this file anyway.
 */
const start: Group = {
  name: 'start',
  test: /portal\/src\/(shell\/add-ons|features\/dashboard\/cards)/,
  priority: 4,
};

/** Large packages that only some screens need: charts, the code editor, images. */
const heavy =
  '@mantine\\/charts|recharts|victory|d3|es-toolkit|react-redux|reselect|redux|@reduxjs|immer|eventemitter3|decimal|@codemirror|@lezer|@zxcvbn|qrcode|cropperjs';

/** Code shared by several screens: components, contract, packages, and parts of features. */
const kit: Group = {
  name: 'kit',
  test: new RegExp(`node_modules/(?!${heavy})|portal/src/(ui|lib|features|shell)/|contract/src/`),
  minShareCount: 2,
  includeDependenciesRecursively: false,
  priority: 2,
};

/**
 * The sign-in page is a separate build (`BUILD_SIGN_IN=1`): a document with a small initial load,
 * run by Preact.
 */
const signIn = process.env['BUILD_SIGN_IN'] === '1';
const preact = {
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: join(import.meta.dirname, 'vite/preact-as-react.ts'),
};

/** Short names, because the first file includes the list of them. */
const names = {
  entryFileNames: 'assets/[hash:7].js',
  chunkFileNames: 'assets/[hash:7].js',
  assetFileNames: 'assets/[hash:6][extname]',
};

export default defineConfig({
  base: '/',
  resolve: {
    // The shim is for React before 18.
    alias: signIn
      ? preact
      : { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  plugins: [
    inlinedTexts(import.meta.dirname, process.env['BUILD_LANGUAGE'] ?? 'en'),
    signIn ? react() : react({ babel: { plugins: ['babel-plugin-react-compiler'] } }),
    brandPlugin(),
    mantineStyles(),
    compressed(),
    signIn ? [] : workerPlugin(import.meta.dirname),
  ],
  build: {
    // Into the same folder, after the portal, so both load their fonts from the same files.
    outDir: 'dist',
    emptyOutDir: !signIn,
    manifest: signIn ? '.vite/sign-in.json' : true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The dictionaries for rating passwords are larger than everything else; `npm run check:size`
    // limits the initial load.
    chunkSizeWarningLimit: 1300,
    // Each chunk fetches its own imports: a list of all of them would add to the initial load.
    modulePreload: {
      // Browsers without preloading fetch the same files slightly later.
      polyfill: false,
      resolveDependencies: (_file, deps) => deps.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: signIn
      ? { input: 'sign-in.html', output: names }
      : {
          output: {
            ...names,
            codeSplitting: { groups: [base, start, kit] },
          },
        },
  },
  server: { host: '127.0.0.1', port: 3130, proxy: { '/api': api } },
});
