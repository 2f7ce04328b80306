import { readFile } from 'node:fs/promises';
import type { Brand } from '@lintel/contract/brand';
import { loadSharp } from '../platform/lazy-packages.ts';

/** The built-in mark in the brand's colors; `inset` is the margin for systems that crop corners. */
const mark = ({ primaryColor, accentColor }: Brand, inset: number): string => {
  const scale = (32 - 2 * inset) / 32;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${primaryColor}"/><g transform="translate(${inset} ${inset}) scale(${scale})"><path d="M7 9.5h18v4H7z" fill="${accentColor}"/><path d="M9.5 15.5h4V24h-4zM18.5 15.5h4V24h-4z" fill="#fff"/></g></svg>`;
};

/** Notification badge: Android uses only its shape, in white. */
const badge =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="4 4 24 24"><path d="M7 9.5h18v4H7zM9.5 15.5h4V24h-4zM18.5 15.5h4V24h-4z" fill="#fff"/></svg>';

/** The portal's icons on phones, by file name. */
export const appIcons = {
  '192.png': { size: 192, inset: 0 },
  '512.png': { size: 512, inset: 0 },
  'maskable-512.png': { size: 512, inset: 3 },
  'apple-touch.png': { size: 180, inset: 0 },
  'badge.png': { size: 96, inset: 0 },
} as const;
export type AppIcon = keyof typeof appIcons;
export const isAppIcon = (name: string): name is AppIcon => Object.hasOwn(appIcons, name);

/**
 * Draws an icon from the provider's icon file, or else from the built-in mark. Transparent corners
 * get the brand's color, and a wide image gets a margin.
 */
export async function drawAppIcon(
  brand: Brand,
  iconFile: string | undefined,
  name: AppIcon,
): Promise<Buffer> {
  const { size, inset } = appIcons[name];
  const sharp = await loadSharp();
  if (name === 'badge.png')
    return sharp(Buffer.from(badge), { density: 300 }).resize(size, size).png().toBuffer();
  if (iconFile === undefined)
    return sharp(Buffer.from(mark(brand, inset)), { density: 600 })
      .resize(size, size)
      .png()
      .toBuffer();
  const margin = Math.round((size * inset) / 32);
  return sharp(await readFile(iconFile))
    .resize(size - 2 * margin, size - 2 * margin, {
      fit: 'contain',
      background: brand.primaryColor,
    })
    .flatten({ background: brand.primaryColor })
    .extend({
      top: margin,
      bottom: margin,
      left: margin,
      right: margin,
      background: brand.primaryColor,
    })
    .png()
    .toBuffer();
}
