import { run, runOrExit } from './run.mjs';
import { root, whenStale } from './stale.mjs';

/** The minimum Node version. */
const oldest = { major: 20, minor: 19 };

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  console.error(
    `Node ${oldest.major}.${oldest.minor} or later is required; this is ${process.versions.node}.`,
  );
  process.exit(1);
}

/** Installs exactly the versions in package-lock.json, unless they are installed. */
async function install() {
  await whenStale({
    name: 'install',
    inputs: ['package-lock.json'],
    product: 'node_modules/.package-lock.json',
    work: async () => {
      await runOrExit('npm', ['ci', '--no-audit', '--no-fund']);
      return true;
    },
  });
}

const vite = `${root}node_modules/vite/bin/vite.js`;
const common = ['contract/src/', 'package-lock.json'];
export const builds = [
  {
    name: 'portal',
    inputs: ['portal/'],
    product: 'portal/dist/sign-in.html',
    configs: ['portal', 'portal --sign-in'],
  },
  {
    name: 'homeowner',
    inputs: ['homeowner/'],
    product: 'homeowner/dist/ssr/entry-server.js',
    configs: ['homeowner en', 'homeowner es', 'homeowner --ssr'],
  },
  {
    name: 'embeds',
    inputs: ['embeds/'],
    product: 'embeds/dist/scripts/v1.js',
    configs: ['embeds'],
  },
  {
    name: 'lender-kit',
    inputs: ['lender-kit/'],
    product: 'lender-kit/dist/main.js',
    configs: ['lender-kit'],
  },
  {
    name: 'server',
    inputs: ['server/src/', 'server/vite.config.ts', 'server/package.json'],
    product: 'server/dist/main.js',
    configs: ['server'],
  },
];

/**
 * Environment variables of a workspace's additional builds.
 * @type {Record<string, Record<string, string>>}
 */
const modes = { '--ssr': { BUILD_SSR: '1' }, '--sign-in': { BUILD_SIGN_IN: '1' } };

/**
 * Runs one build of a workspace; returns its exit code.
 * @param {string} config the folder; with `--ssr` for the server's build, with `--sign-in` for the
 * portal's sign-in page, or with the language of a browser build
 */
export function bundle(config) {
  const [folder = '', option] = config.split(' ');
  const mode = option === undefined ? {} : { env: modes[option] ?? { BUILD_LANGUAGE: option } };
  const args = [
    vite,
    'build',
    folder,
    '--config',
    `${folder}/vite.config.ts`,
    '--logLevel',
    'warn',
  ];
  return run(process.execPath, args, mode);
}

/**
 * Builds a workspace unless its sources are unchanged; returns whether it succeeded.
 * @param {string} buildName
 */
export async function buildOne(buildName) {
  const found = builds.find(({ name }) => name === buildName);
  if (found === undefined) throw new Error(`No workspace is called ${buildName}`);
  const { name, inputs, product, configs } = found;
  let code = 0;
  await whenStale({
    name,
    inputs: [...common, ...inputs],
    product,
    work: async () => {
      console.log(`Building ${name}…`);
      for (const config of configs) code ||= await bundle(config);
      return code === 0;
    },
  });
  return code === 0;
}

/**
 * Builds workspaces one after another and stops at the first failure. @param {readonly string[]}
 * names
 */
async function buildInTurn(names) {
  for (const name of names) if (!(await buildOne(name))) return false;
  return true;
}

/**
 * Builds changed workspaces; a failure ends this process. The portal takes as long as all others
 * together, so they build in parallel.
 */
export async function build() {
  const others = builds.map(({ name }) => name).filter((name) => name !== 'portal');
  const done = await Promise.all([buildInTurn(['portal']), buildInTurn(others)]);
  if (done.includes(false)) process.exit(1);
}

export async function prepare() {
  requireNode();
  await install();
  await build();
}
