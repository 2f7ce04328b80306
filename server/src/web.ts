import type { Language } from '@lintel/contract/core/language';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { PageRenderer } from './domains/pages/index.ts';
import { closeWhenStopping, registerHealth, type Readiness } from './platform/http/health.ts';
import { registerOpenApi } from './platform/http/openapi.ts';
import { registerPortalHost } from './portal-host/index.ts';
import { createServer } from './platform/http/server.ts';
import { measureRequests } from './platform/metrics.ts';
import { composeDomains, composeFor, registerDomains } from './app.ts';
import type { Ports } from './platform/context.ts';

/**
 * The web server: API with its document, public pages, portal, and health checks. Not listening
 * yet.
 */
export async function createWeb(
  ports: Ports,
  options: { logger: Logger; readiness: Readiness; registry: Registry },
): Promise<FastifyInstance> {
  const { config } = ports;
  const app = await createServer({
    logger: options.logger,
    trustProxy: config.TRUST_PROXY,
    trustTraceparent: config.TRUST_TRACEPARENT === '1',
    shed: {
      registry: options.registry,
      waiting: () => ports.database.pool.waitingCount,
    },
  });
  measureRequests(app, options.registry);
  closeWhenStopping(app, options.readiness);
  await registerOpenApi(app, { title: config.BRAND_NAME, publicUrl: config.publicUrl });
  registerHealth(app, options.readiness);
  await registerDomains(app, composeDomains(ports), composeFor('reports', ports));
  await registerPortalHost(app, ports);
  return app;
}

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
}

interface Assets {
  script: string;
  styles: string[];
  preload: string[];
}

/** The exports of the built homeowner package. */
interface HomeownerBuild {
  inlineScripts: readonly string[];
  renderPublicPage(
    input: Parameters<PageRenderer['renderPage']>[0] & { assets: Assets | null },
  ): string;
  renderNotFound(input: Parameters<PageRenderer['renderNotFound']>[0]): string;
  renderClosed(input: Parameters<PageRenderer['renderClosed']>[0]): string;
  renderPrivacy(input: Parameters<PageRenderer['renderPrivacy']>[0]): string;
  renderApplication(
    input: Parameters<PageRenderer['renderApplication']>[0] & { assets: Assets | null },
  ): string;
  renderLegal(input: Parameters<PageRenderer['renderLegal']>[0]): string;
  documentScript: string;
  renderDocument(input: Parameters<PageRenderer['renderDocument']>[0]): string;
}

/**
 * The built renderer of the public pages, with the script and style addresses from the same build.
 */
export async function loadRenderer(appFolder: string, log: Logger): Promise<PageRenderer> {
  let current = await loadHomeowner(appFolder, '');
  // In development, the build sends a message after each rebuild. Nothing else sends messages here.
  process.on('message', (message) => {
    if (message !== 'homeowner was built') return;
    loadHomeowner(appFolder, `?${Date.now()}`).then(
      (next) => (current = next),
      (error: unknown) =>
        log.error({ err: error }, 'the new pages could not be loaded; the previous build stays'),
    );
  });
  return {
    get inlineScripts() {
      return current.built.inlineScripts;
    },
    renderPage: (input) =>
      current.built.renderPublicPage({
        ...input,
        assets: input.alive ? current.assets[input.language] : null,
      }),
    renderNotFound: (input) => current.built.renderNotFound(input),
    renderClosed: (input) => current.built.renderClosed(input),
    renderPrivacy: (input) => current.built.renderPrivacy(input),
    renderApplication: (input) =>
      current.built.renderApplication({ ...input, assets: current.assets[input.language] }),
    renderLegal: (input) => current.built.renderLegal(input),
    get documentScript() {
      return current.built.documentScript;
    },
    renderDocument: (input) => current.built.renderDocument(input),
  };
}

/** `version` identifies the build, because a module is loaded once per address. */
async function loadHomeowner(
  appFolder: string,
  version: string,
): Promise<{ built: HomeownerBuild; assets: Record<Language, Assets> }> {
  const dist = join(appFolder, 'homeowner/dist');
  const [en, es] = await Promise.all([readAssets(dist, 'en'), readAssets(dist, 'es')]);
  const program = `${pathToFileURL(join(dist, 'ssr/entry-server.js')).href}${version}`;
  const built: HomeownerBuild = await import(/* @vite-ignore */ program);
  return { built, assets: { en, es } };
}

/** The assets of a page in a language. */
async function readAssets(dist: string, language: Language): Promise<Assets> {
  const manifest: Record<string, ManifestChunk> = JSON.parse(
    await readFile(join(dist, `client/${language}/.vite/manifest.json`), 'utf8'),
  );
  const entry = manifest['src/entry-client.tsx'];
  if (entry === undefined) throw new Error('The public page was not built: run npm run build');
  const address = (file: string): string => `/homeowner/${language}/${file}`;
  return {
    script: address(entry.file),
    styles: (entry.css ?? []).map(address),
    preload: (entry.imports ?? []).map((name) => address(manifest[name]?.file ?? '')),
  };
}
