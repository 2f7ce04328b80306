import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { PageRenderer } from './domains/pages/index.ts';
import { brandOf } from './platform/brand.ts';
import { registerHealth } from './platform/http/health.ts';
import { registerOpenApi } from './platform/http/openapi.ts';
import { registerPortal } from './platform/http/portal-files.ts';
import { createServer } from './platform/http/server.ts';
import { registerDomains, type AppDeps, type ComposedDomains } from './app.ts';

/** The whole web side: API with its document, public pages, portal, health. Not listening yet. */
export async function createWeb(
  deps: AppDeps,
  composed: ComposedDomains,
  options: { logger: Logger; ready: Record<string, () => Promise<void>> },
): Promise<FastifyInstance> {
  const { config } = deps;
  const app = await createServer({ logger: options.logger, trustProxy: config.TRUST_PROXY === '1' });
  await registerOpenApi(app, { title: config.BRAND_NAME, publicUrl: config.publicUrl });
  registerHealth(app, options.ready);
  await registerDomains(app, deps, composed);
  await registerPortal(app, { folder: join(deps.appFolder, 'portal/dist'), brand: brandOf(config) });
  return app;
}

/** The built renderer of the public pages. */
export async function loadRenderer(appFolder: string): Promise<PageRenderer> {
  const file = join(appFolder, 'homeowner/dist/ssr/entry-server.js');
  const { createRenderer } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    createRenderer: (clientFolder: string) => Promise<PageRenderer>;
  };
  return createRenderer(join(appFolder, 'homeowner/dist/client'));
}
