import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '@lintel/contract/brand';
import { appIcons, drawAppIcon, isAppIcon, type AppIcon } from './app-icons.ts';
import { computeEtag, holdsTag } from '../platform/http/etag.ts';
import { madeFrom } from '../platform/provider-settings/index.ts';
import { offlinePage } from './offline-page.ts';

interface Options {
  /** The built portal. */
  folder: string;
  brand: () => Brand;
  /** The provider's image for the icons. */
  iconFile: string | undefined;
  /** When false, an installed worker removes itself. */
  hasWorker: boolean;
}

/** The web app manifest: https://www.w3.org/TR/appmanifest/ */
const manifestOf = ({ name }: Brand, revision: string): string => {
  const icon = (file: AppIcon, purpose = 'any') => {
    const sizes = `${appIcons[file].size}x${appIcons[file].size}`;
    return { src: `/icons/${file}?v=${revision}`, sizes, type: 'image/png', purpose };
  };
  return JSON.stringify({
    id: '/',
    name,
    short_name: name.length > 12 ? (name.split(' ')[0] ?? name) : name,
    description: `Customer financing for contractors: applications, customers, and links from ${name}.`,
    lang: 'en-US',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#ffffff',
    background_color: '#f6f7f9',
    icons: [icon('192.png'), icon('512.png'), icon('maskable-512.png', 'maskable')],
    shortcuts: [
      { name: 'Applications', url: '/reports-applications', icons: [icon('192.png')] },
      { name: 'Send a link', url: '/#send', icons: [icon('192.png')] },
    ],
  });
};

/** Deletes an earlier worker's caches and unregisters it. */
const farewell = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  );
});
`;

interface StaticAsset {
  type: string;
  content: string | Buffer;
}

/** Revalidated on each request, so that an operator's changes take effect. */
function send(request: FastifyRequest, reply: FastifyReply, { type, content }: StaticAsset) {
  const etag = computeEtag(content);
  void reply.headers({ etag, 'cache-control': 'no-cache' });
  if (holdsTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(type).send(content);
}

const fileNames = ['/manifest.webmanifest', '/offline.html', '/sw.js'] as const;
type FileName = (typeof fileNames)[number];

/** Makes the portal installable: manifest, icons, service worker, and offline page. */
export async function registerInstallable(
  app: FastifyInstance,
  { folder, brand, iconFile, hasWorker }: Options,
): Promise<void> {
  const script = await readFile(join(folder, 'offline.js'), 'utf8');
  const picture = iconFile === undefined ? '' : await readFile(iconFile);
  const worker = await readFile(join(folder, '.vite/worker.js'), 'utf8');
  const served = madeFrom(brand, (current) => {
    const page = offlinePage(current);
    const revision = computeEtag(`${page}${script}${computeEtag(picture)}`).slice(1, 13);
    const files: Record<FileName, StaticAsset> = {
      '/manifest.webmanifest': {
        type: 'application/manifest+json; charset=utf-8',
        content: manifestOf(current, revision),
      },
      '/offline.html': { type: 'text/html; charset=utf-8', content: page },
      '/sw.js': {
        type: 'text/javascript; charset=utf-8',
        content: hasWorker ? worker.replace('__OFFLINE_REVISION__', revision) : farewell,
      },
    };
    return { files, icons: new Map<AppIcon, Promise<Buffer>>() };
  });
  for (const path of fileNames)
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      void reply.header('service-worker-allowed', '/');
      return send(request, reply, served().files[path]);
    });
  const iconOf = (name: AppIcon): Promise<Buffer> => {
    const { icons } = served();
    const icon = icons.get(name) ?? drawAppIcon(brand(), iconFile, name);
    icons.set(name, icon);
    // A failed drawing is retried on the next request.
    icon.catch(() => icons.delete(name));
    return icon;
  };
  app.get<{ Params: { name: string } }>(
    '/icons/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      if (!isAppIcon(name)) return reply.callNotFound();
      return send(request, reply, { type: 'image/png', content: await iconOf(name) });
    },
  );
}
