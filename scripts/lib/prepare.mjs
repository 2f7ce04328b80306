import { run, must } from './run.mjs';
import { root, whenStale } from './stale.mjs';

/** The oldest Node that runs the product. */
const oldest = { major: 20, minor: 19 };

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  console.error(
    `Node ${oldest.major}.${oldest.minor} or later is needed; this is ${process.versions.node}.`,
  );
  process.exit(1);
}

/** Installs exactly the versions that package-lock.json names, unless that was done. */
async function install() {
  await whenStale({
    name: 'install',
    inputs: ['package-lock.json'],
    product: 'node_modules/.package-lock.json',
    work: async () => {
      await must('npm', ['ci', '--no-audit', '--no-fund']);
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
    name: 'server',
    inputs: ['server/src/', 'server/vite.config.ts', 'server/package.json'],
    product: 'server/dist/main.js',
    configs: ['server'],
  },
];

/**
 * The settings of the builds that are not a workspace's only one.
 * @type {Record<string, Record<string, string>>}
 */
const modes = { '--ssr': { BUILD_SSR: '1' }, '--sign-in': { BUILD_SIGN_IN: '1' } };

/**
 * Runs one build of a workspace; gives its exit code.
 * @param {string} config the folder, with `--ssr` behind it for the build that the server loads, with `--sign-in` for the portal's sign-in page, or with the language of what browsers load
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
 * Builds a workspace, unless it was built of the same sources before; says whether that went well.
 * @param {string} wanted
 */
export async function buildOne(wanted) {
  const found = builds.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`No workspace is called ${wanted}`);
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

/** Builds workspaces one after another, until one fails. @param {readonly string[]} names */
async function buildInTurn(names) {
  for (const name of names) if (!(await buildOne(name))) return false;
  return true;
}

/**
 * Builds what has changed since it was built; a failure ends this process. The portal takes as long
 * as all others together, so they are built at the same time.
 */
export async function build() {
  const others = builds.map(({ name }) => name).filter((name) => name !== 'portal');
  const done = await Promise.all([buildInTurn(['portal']), buildInTurn(others)]);
  if (done.includes(false)) process.exit(1);
}

/** Installs and builds what is missing or stale. */
export async function prepare() {
  requireNode();
  await install();
  await build();
}
