import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FirstPage } from '@lintel/contract/brand';
import type { Language } from '@lintel/contract/core/language';
import { mapValues } from '@lintel/contract/core/map-values';
import { isPortalAddress } from '@lintel/contract/core/portal-addresses';
import { resolveLanguage } from '../platform/http/language.ts';
import { sendPage } from '../platform/http/page.ts';
import { madeFrom } from '../platform/provider-settings/index.ts';

/** Sources by directive of a Content-Security-Policy. */
export type PolicySources = Readonly<Record<string, readonly string[]>>;

const header = 'content-security-policy';

/** Adds sources to the policy of this response. */
export function widenPolicy(reply: FastifyReply, allowed: PolicySources): void {
  const usual = String(reply.getHeader(header) ?? '').split(';');
  const directives = new Map(
    usual.filter((one) => one !== '').map((one) => [one.split(' ')[0] ?? '', one]),
  );
  for (const [name, sources] of Object.entries(allowed)) {
    directives.set(name, `${directives.get(name) ?? `${name} 'self'`} ${sources.join(' ')}`);
  }
  void reply.header(header, [...directives.values()].join(';'));
}

/** Files with a content hash in their name, which never change. */
const hashed = /\/assets\//;

interface ManifestChunk {
  file: string;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, ManifestChunk>;

/** The files of these modules and their imports. */
function filesOf(manifest: Manifest, modules: readonly string[]) {
  const chunks = new Map<string, ManifestChunk>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined || chunks.has(name)) return;
    chunks.set(name, chunk);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  const scripts = [...chunks.values()].map(({ file }) => `/${file}`);
  const styles = new Set([...chunks.values()].flatMap(({ css = [] }) => css));
  return { scripts, styles: [...styles].map((file) => `/${file}`) };
}

/** Latin letters, preloaded because rows of buttons would wrap differently in a fallback font. */
const font = /\/inter-latin-wght-normal\.woff2$/;

/** A link that preloads the font before the styles are parsed. */
function fontPreload(manifest: Manifest): string {
  const [, chunk] = Object.entries(manifest).find(([name]) => font.test(name)) ?? [];
  if (chunk === undefined) return '';
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${chunk.file}">`;
}

/** Links that preload these modules while the entry is parsed. */
function preloadsOf(manifest: Manifest, modules: readonly string[]): string {
  const { scripts, styles } = filesOf(manifest, modules);
  return [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="${file}">`),
  ].join('');
}

interface Page {
  html: string;
  etag: string;
}

const pageOf = (html: string): Page => ({
  html,
  etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 20)}"`,
});

const missing: Record<Language, { title: string; content: string }> = {
  en: {
    title: 'This page doesn’t exist',
    content:
      '<p>Check the address for typing mistakes. If you followed a link, ask the sender for a new one.</p>',
  },
  es: {
    title: 'Esta página no existe',
    content:
      '<p>Revise si la dirección está bien escrita. Si siguió un enlace, pida uno nuevo a quien se lo envió.</p>',
  },
};

function sendMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  brand: FirstPage,
): FastifyReply {
  const language = resolveLanguage(request);
  return sendPage(reply.status(404), brand, { ...missing[language], language });
}

/**
 * Serves the built portal: its files, and its page for every URL that may be a screen. The page
 * contains the data of the first paint, which saves a request.
 */
export async function registerPortal(
  app: FastifyInstance,
  options: {
    folder: string;
    firstPage: () => FirstPage;
    /** The first modules of pages by path, and of all other pages. */
    entryModules: {
      byAddress: Record<string, string[]>;
      portal: string[];
      /** The sign-in page, and the portal modules that it prefetches when idle. */
      signIn: { address: string; ahead: string[] };
    };
    /** Third-party sources that the page may use. */
    allowed: () => PolicySources;
  },
): Promise<void> {
  const read = (name: string): Promise<string> => readFile(join(options.folder, name), 'utf8');
  const manifestOf = async (name: string): Promise<Manifest> =>
    JSON.parse(await read(join('.vite', name)));
  const manifest = await manifestOf('manifest.json');
  const { byAddress, portal: modules, signIn } = options.entryModules;
  const portalFile = await read('index.html');
  const withModules = (names: string[]): string =>
    portalFile.replace('</head>', `${preloadsOf(manifest, names)}${fontPreload(manifest)}</head>`);
  const ahead = filesOf(manifest, ['index.html', ...signIn.ahead]);
  const signInPage = (await read('sign-in.html'))
    .replace('<!--ahead-->', JSON.stringify([...ahead.scripts, ...ahead.styles]))
    .replace('</head>', `${preloadsOf(await manifestOf('sign-in.json'), ['sign-in.html'])}</head>`);
  const templates = {
    ...mapValues(byAddress, withModules),
    [signIn.address]: signInPage,
  };
  const portal = withModules(modules);
  const pages = madeFrom(options.firstPage, (firstPage) => {
    const branded = (html: string): Page =>
      pageOf(
        html.replace('<!--brand-->', () =>
          JSON.stringify(firstPage).replaceAll('<', String.raw`\u003c`),
        ),
      );
    return {
      byAddress: new Map(Object.entries(mapValues(templates, branded))),
      portal: branded(portal),
    };
  });
  const pageAt = (path: string): Page => pages().byAddress.get(path) ?? pages().portal;
  await app.register(fastifyStatic, {
    root: options.folder,
    prefix: '/',
    index: false,
    wildcard: false,
    schemaHide: true,
    preCompressed: true,
    // The package would otherwise set its own header.
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header(
        'cache-control',
        hashed.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound();
    const path = request.url.replace(/[?].*$/, '');
    if (!isPortalAddress(path)) return sendMissingPage(request, reply, options.firstPage());
    widenPolicy(reply, options.allowed());
    const { html, etag } = pageAt(path);
    void reply.headers({ etag, 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type('text/html; charset=utf-8').send(html);
  });
}
