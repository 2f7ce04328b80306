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
  'lib\\/(?!form|edit-form|list-view|object-url|use-action|accepted|api\\/accepted|api\\/watched-fetch|video-length|password-strength|date-ranges|reload|unexpected|save-file|clipboard|focus-return)|routes\\/(?!unavailable)|shell\\/(navigation|reactions|overlays|page-error)|theme|app';
const ownPieces = 'brand-mark|link|plain-button|rich|state-box';

/**
 * Every group below imports only those above it, so no file waits for a cycle. Few large files:
 * small ones compress badly and cost a request each.
 */
type Group = Rolldown.CodeSplittingGroup;
type Context = Rolldown.ChunkingContext;

/** What every page needs, by its path. */
const everywhere = new RegExp(
  `node_modules/(${packages})/(?!.*/(${later})\\.)|portal/src/(${ownFolders}|ui/(${ownPieces})\\.)|createReactComponent|@tabler/icons-react`,
);

/** The portal's frame and the dashboard, which load before the first screen can be used. */
const firstModules = new Set<string>();
const firstScreens = ['src/shell/portal-frame.tsx', 'src/features/dashboard/dashboard-page.tsx'];

/** Collects the portal's own modules that `id` imports statically. */
function collectFirst(id: string, context: Context): void {
  if (firstModules.has(id) || id.includes('node_modules') || id.endsWith('ui/icons.ts')) return;
  firstModules.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) collectFirst(next, context);
}

/** One file with all that comes first: the libraries, the frame, and the icons. */
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
 * What the frame and the dashboard load after the first paint, with all that it needs: the dashboard
 * shows without `kit`, and other screens load this file anyway.
 */
const start: Group = {
  name: 'start',
  test: /portal\/src\/(shell\/add-ons|features\/dashboard\/cards)/,
  priority: 4,
};

/** Large packages that only some screens need: charts, the code editor, images. */
const heavy =
  '@mantine\\/charts|recharts|victory|d3|es-toolkit|react-redux|reselect|redux|@reduxjs|immer|eventemitter3|decimal|@codemirror|@lezer|@zxcvbn|qrcode|cropperjs';

/** What several screens share: components, contract, packages, and parts of features. */
const kit: Group = {
  name: 'kit',
  test: new RegExp(`node_modules/(?!${heavy})|portal/src/(ui|lib|features|shell)/|contract/src/`),
  minShareCount: 2,
  includeDependenciesRecursively: false,
  priority: 2,
};

/**
 * The sign-in page is a build of its own (`BUILD_SIGN_IN=1`): a document that begins with little,
 * run by Preact.
 */
const signIn = process.env['BUILD_SIGN_IN'] === '1';
const preact = {
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: join(import.meta.dirname, 'vite/preact-as-react.ts'),
};

/** Short names: the list of them travels with the first file. */
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
    // Into one folder, after the portal, so that both have their fonts from the same files.
    outDir: 'dist',
    emptyOutDir: !signIn,
    manifest: signIn ? '.vite/sign-in.json' : true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The words that passwords are judged by are larger than all else; `npm run check:size` holds
    // what loads first.
    chunkSizeWarningLimit: 1300,
    // Each chunk fetches what it imports by itself: a list of all of them would stand in what loads
    // first.
    modulePreload: {
      // Browsers that know no preloading fetch the same files a little later.
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
