import { join } from 'node:path';
import { pino } from 'pino';
import { openRenderer, type RendererOptions } from '../src/platform/render/renderer.ts';
import type { Renderer } from '../src/platform/render/port.ts';

/** The browser tests unpack their Chromium here, too. */
export const chromiumCache = join(import.meta.dirname, '../../node_modules/.cache/lintel');

export const silent = pino({ level: 'silent' });

/** Real engines. */
export const openTestRenderer = (options: Partial<RendererOptions> = {}): Renderer =>
  openRenderer({
    chromiumPath: process.env['CHROMIUM_PATH'],
    cacheDir: chromiumCache,
    log: silent,
    ...options,
  });
