import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { readConfig } from '../../server/src/platform/config.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/launcher.ts';
import { readEnvironment } from '../../server/src/platform/secret-files.ts';
import { freePort } from '../../server/test/built-server.ts';
import { builds, buildOne, bundle } from '../lib/prepare.mjs';
import { root } from '../lib/stale.mjs';
import { ApiProcess } from './api-process.ts';
import { Checks } from './checks.ts';
import { openFront } from './front.ts';

/** Milliseconds without changes before a build starts: editors write a file in several steps. */
const quiet = 60;

const began = performance.now();
const config = readConfig(readEnvironment());
const print = (text: string): void => void process.stdout.write(text);

await mkdir(config.DATA_DIR, { recursive: true });
// The database outlives server restarts, which makes them faster.
const database =
  config.DATABASE_URL === undefined
    ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR })
    : null;
const apiPort = await freePort();
const api = new ApiProcess(
  {
    // The setting requires a host in the URL; the socket's folder after it takes precedence.
    DATABASE_URL:
      database?.connectionString.replace('@/', '@localhost/') ?? config.DATABASE_URL ?? '',
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${config.PORT}`,
    DRAIN_SECONDS: '0',
  },
  print,
);
const checks = new Checks(print);
const [front] = await Promise.all([
  openFront({ port: config.PORT, apiPort, ready: () => api.ready() }),
  api.restart(),
]);
print(`Ready in ${seconds(began)} s. Sources are watched.\n`);

/** What a change in a folder triggers. */
const reactions: Record<string, (paths: string[]) => Promise<void>> = {
  contract: async () => rebuildServer(),
  server: async () => rebuildServer(),
  embeds: async () => {
    if (await buildOne('embeds')) await api.restart();
  },
  homeowner: async (paths) => {
    if ((await bundle('homeowner --ssr')) !== 0) return;
    api.tell('homeowner was built');
    // Server-rendered parts aren't in any browser module, so they need a page reload.
    const isIgnored = (path: string): boolean =>
      (front.homeowner.moduleGraph.getModulesByFile(join(root, path))?.size ?? 0) > 0;
    if (!paths.every(isIgnored)) front.homeowner.ws.send({ type: 'full-reload' });
    // Frames on third-party sites load the built scripts.
    await buildOne('homeowner');
  },
};

async function rebuildServer(): Promise<void> {
  const started = performance.now();
  if (!(await buildOne('server'))) return;
  await api.restart();
  print(`The server is new after ${seconds(started)} s.\n`);
}

const changed = new Set<string>();
let timer: NodeJS.Timeout | undefined;
let work: Promise<void> = Promise.resolve();
for (const { name } of [...builds, { name: 'contract' }]) watchSources(name);

function watchSources(name: string): void {
  const recordChange = (file: string): void => {
    changed.add([name, 'src', ...file.split(sep)].join('/'));
    clearTimeout(timer);
    timer = setTimeout(applyChanges, quiet);
  };
  const watcher = watch(join(root, name, 'src'), { recursive: true }, (_event, file) => {
    if (file !== null && !/(^|[\\/])\.|~$|\.test\.tsx?$/.test(file)) recordChange(file);
  });
  // A folder disappeared while it was being listed, for example after switching branches.
  watcher.once('error', () => {
    watcher.on('error', () => undefined);
    watcher.close();
    watchSources(name);
    recordChange('index.ts');
  });
}

/** Builds run one at a time: changes during a build start another one. */
function applyChanges(): void {
  work = work.then(handleChanges).catch((error: Error) => print(`${error.stack}\n`));
}

async function handleChanges(): Promise<void> {
  const paths = [...changed];
  changed.clear();
  const workspaces = [...new Set(paths.map((path) => path.split('/')[0] ?? ''))];
  // A contract change builds the server once.
  const needed = workspaces.includes('contract')
    ? workspaces.filter((name) => name !== 'server')
    : workspaces;
  for (const name of needed)
    await reactions[name]?.(paths.filter((path) => path.startsWith(`${name}/`)));
  void checks.run(paths.filter((path) => /\.tsx?$/.test(path)));
}

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  checks.stop();
  await Promise.all([front.close(), api.close()]);
  await database?.stop();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
