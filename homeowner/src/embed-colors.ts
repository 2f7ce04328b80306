import type { Brand } from '@lintel/contract/brand';
import { readableOn, textOn } from '@lintel/contract/core/color';
import type { PageEmbed } from '@lintel/contract/marketing/embeds';

/**
 * The page's colors as custom properties: the brand's, or the chosen scheme's on another website,
 * adjusted to be readable.
 */
export function colorVariables(brand: Brand, embed: PageEmbed | null): string {
  if (embed === null) return `:root{--primary:${brand.primaryColor};--accent:${brand.accentColor}}`;
  const { color1, color2, color3 } = embed.colors;
  const button = `--button:${color1};--on-button:${textOn(color1, color3)}`;
  return `:root{--primary:${readableOn(color2, '#FFFFFF')};--accent:${color1};${button}}`;
}
