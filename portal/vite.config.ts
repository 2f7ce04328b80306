import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
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
  'lib\\/(?!form|edit-form|list-view|object-url|use-action|accepted|api\\/accepted|api\\/watched-fetch|video-length|password-strength|date-ranges|reload|unexpected|save-file|clipboard)|routes\\/(?!unavailable)|shell\\/(navigation|reactions|overlays|page-error)|theme|app';
const ownPieces = 'brand-mark|link|plain-button|rich|state-box';

/**
 * What every page stands on, in one file: small shared files compress badly and cost a request
 * each.
 */
const base = {
  name: 'base',
  test: new RegExp(
    `node_modules/(${packages})/(?!.*/(${later})\\.)|portal/src/(${ownFolders}|ui/(${ownPieces})\\.)|createReactComponent`,
  ),
  priority: 2,
};

/** Mantine's foundation: its provider and what all of its components share. */
const foundation = {
  name: 'foundation',
  test: /@mantine\/core\/esm\/core\//,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: 10_000,
  priority: 1,
};

/** The parts of its form controls, which would otherwise be one small file each. */
const controls = {
  name: 'controls',
  test: /@mantine\/core\/esm\/components\/(ActionIcon|Button|CloseButton|Input|InputBase|Loader|PasswordInput|TextInput|UnstyledButton)\//,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: 9000,
  priority: 1,
};

/** Icons that every signed-in page shows: one file each would be mostly what a file costs. */
const frameIcons = {
  name: 'frame-icons',
  test: /@tabler\/icons-react\/.*\/Icon(ArrowLeft|BuildingBank|Check|ChevronDown|Copy|CreditCard|ExternalLink|FileInvoice|FileText|Gift|Help|History|Mail|Phone|Photo|School|Settings|Users|World|X)\.m?js$/,
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
          output: { ...names, codeSplitting: { groups: [base, frameIcons, foundation, controls] } },
        },
  },
  server: { host: '127.0.0.1', port: 3130, proxy: { '/api': api } },
});
