import { signInByApi } from './factors.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';

export interface HostPage {
  body: string;
  head?: string;
  /** The Content-Security-Policy header. */
  policy?: string;
}

/**
 * A third-party website: pages on another origin than the server's, under any `.localhost` name.
 */
export interface HostSite {
  /** Adds a page to the site and returns its URL. */
  put(page: HostPage, host?: string): string;
  close(): Promise<void>;
}

export async function openHostSite(): Promise<HostSite> {
  const pages = new Map<string, HostPage>();
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://host').pathname);
    if (page === undefined) return response.writeHead(404).end();
    const { body, head = '', policy } = page;
    if (policy !== undefined) response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
    return response.end(
      `<!doctype html><html lang="en"><head><title>A website</title>${viewport}${head}</head><body>${body}</body></html>`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    put(page, host = 'roofer.localhost') {
      const path = `/page-${pages.size + 1}`;
      pages.set(path, page);
      return `http://${host}:${port}${path}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * The strictest policy with which the widgets work: only our scripts, frames, and images, and no
 * styles.
 */
export const strictPolicy = (ours: string): string =>
  `default-src 'none'; script-src ${ours}; frame-src ${ours}; img-src ${ours}; style-src 'none'`;

/** Styles that reset every browser and author default. */
export const hostileStyles =
  '<style>* { all: unset !important; display: block !important }</style>';

/** Calls the API as this contractor; returns the JSON response. */
export async function asContractor<Answer>(
  page: Page,
  email: string,
  path: string,
  data?: object,
): Promise<Answer> {
  const { request } = page;
  await signInByApi(request, email);
  const answer = await (data === undefined
    ? request.get(`/api/v1${path}`)
    : request.post(`/api/v1${path}`, { data }));
  return (await answer.json()) as Answer;
}

declare global {
  interface Window {
    shifts?: { value: number; from: string }[];
  }
}

/** Records layout shifts from the first paint. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        const from = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} ${previousRect.top}→${currentRect.top}`,
        );
        window.shifts?.push({ value: entry.value, from: from.join(', ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
