import { readFile } from 'node:fs/promises';
import {
  createServer as createHttpServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { root } from '../lib/stale.mjs';

/** Paths that the server answers; all others belong to the portal. */
const serverPaths =
  /^\/(api\/|p\/|t\/|embeds\/|homeowner\/(?:en|es)\/assets\/|outbox|unsubscribe|sandbox\/|healthz|readyz)/;
/** Documents that hydrate the homeowner's form. */
const publicPages = /^\/p\//;

export interface FrontServer {
  http: Server;
  portal: ViteDevServer;
  homeowner: ViteDevServer;
  close(): Promise<void>;
}

interface FrontOptions {
  port: number;
  apiPort: number;
  /** Resolves when the server accepts requests. */
  ready: () => Promise<void>;
}

/**
 * One address for everything: Vite serves the portal and the homeowner's form with hot replacement;
 * the server behind it answers everything else.
 */
export async function openFront({ port, apiPort, ready }: FrontOptions): Promise<FrontServer> {
  const http = createHttpServer();
  const portal = await openVite('portal', http);
  const homeowner = await openVite('homeowner', http);
  http.on('request', (request, response) => {
    answer(request, response).catch(failed(response));
  });

  function failed(response: ServerResponse): (error: Error) => void {
    return (error) => {
      portal.ssrFixStacktrace(error);
      if (!response.headersSent)
        response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(error.stack);
    };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    if (serverPaths.test(url)) {
      await ready();
      return publicPages.test(url)
        ? publicPage(url, request, response)
        : forward(request, response, apiPort);
    }
    const vite = url.startsWith('/homeowner/') ? homeowner : portal;
    vite.middlewares(request, response, () => {
      portalPage(url, response).catch(failed(response));
    });
  }

  async function portalPage(url: string, response: ServerResponse): Promise<void> {
    const html = await readFile(join(root, 'portal/index.html'), 'utf8');
    // Transform before writing the head, so that a failure can still send an error status.
    const page = await portal.transformIndexHtml(url, html);
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(page);
  }

  /** The server-rendered page, with the form's sources in place of its built scripts. */
  async function publicPage(
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const drawn = await fetch(`http://127.0.0.1:${apiPort}${url}`, {
      redirect: 'manual',
      headers: pickHeaders(request, ['cookie', 'host', 'accept-language']),
    });
    const location = drawn.headers.get('location');
    const html = (await drawn.text())
      .replaceAll(
        /<link rel="(?:modulepreload|stylesheet)" href="\/homeowner\/\w+\/assets\/[^>]*>/g,
        '',
      )
      .replace(/src="\/homeowner\/\w+\/assets\/[^"]*"/, 'src="/src/entry-client.tsx"');
    const page = await homeowner.transformIndexHtml(url, html);
    response.writeHead(drawn.status, {
      'content-type': 'text/html; charset=utf-8',
      ...(location && { location }),
    });
    response.end(page);
  }

  await new Promise<void>((done, fail) => {
    http.once('error', fail);
    http.listen(port, () => done());
  });
  const close = async (): Promise<void> => {
    http.closeAllConnections();
    http.close();
    await Promise.all([portal.close(), homeowner.close()]);
  };
  return { http, portal, homeowner, close };
}

const pickHeaders = ({ headers }: IncomingMessage, names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')]));

/** A workspace's Vite inside our own server, with its own WebSocket path. */
const openVite = (workspace: string, server: Server): Promise<ViteDevServer> =>
  createVite({
    root: join(root, workspace),
    configFile: join(root, workspace, 'vite.config.ts'),
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, ws: { server, path: `/@messages-of-${workspace}` } },
  });

/** Proxies a request to the server and streams the response back. */
function forward(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  return new Promise((done, fail) => {
    const passed = ask(
      {
        port,
        host: '127.0.0.1',
        path: request.url,
        method: request.method,
        headers: request.headers,
      },
      (given) => {
        response.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(response);
        given.once('close', done);
        given.once('error', fail);
      },
    );
    passed.once('error', fail);
    response.once('close', () => passed.destroy());
    request.pipe(passed);
  });
}
