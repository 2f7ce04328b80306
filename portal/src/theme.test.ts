import { describe, expect, it } from 'vitest';
import { brand } from './lib/brand.ts';
import { contrast } from '@lintel/contract/core/color';
import { readableUnder, colorScale } from './lib/color.ts';
import { brandColors, palette, tints } from './theme.ts';

const readable = (text: string, back: string, where: string): void => {
  expect(contrast(text, back), `${text} on ${back} (${where})`).toBeGreaterThanOrEqual(4.5);
};
const schemes = ['light', 'dark'] as const;

describe('the theme', () => {
  it.each(schemes)('keeps every text at 4.5:1 on every surface (%s)', (scheme) => {
    const { page, surface, raised, text, quiet, error } = palette[scheme];
    for (const back of [page, surface, raised]) {
      for (const color of [text, quiet, error]) readable(color, back, scheme);
    }
    readable(palette[scheme].placeholder, surface, scheme);
  });

  it.each(schemes)('keeps each status readable on its tint (%s)', (scheme) => {
    for (const [tone, { text, back }] of Object.entries(tints[scheme]))
      readable(text, back, `${scheme} ${tone}`);
  });

  it.each(['#1C418C', '#0E7C66', '#F4B400', '#D93025', '#111111', '#9AD0FF'])(
    'keeps the brand color %s readable',
    (primaryColor) => {
      const colors = brandColors({ ...brand, primaryColor });
      for (const scheme of schemes) {
        const { fill, fillHover, link, tint } = colors[scheme];
        readable('#ffffff', fill, `fill ${scheme}`);
        readable('#ffffff', fillHover, `hover ${scheme}`);
        readable(link, palette[scheme].surface, `link ${scheme}`);
        readable(link, palette[scheme].page, `link on page ${scheme}`);
        readable(link, tint, `link on tint ${scheme}`);
      }
    },
  );
});

describe('colors', () => {
  it('have the contrast defined by the standard', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrast('#ffffff', '#1c418c')).toBeGreaterThan(9);
    expect(contrast('#ffffff', '#68ba62')).toBeLessThan(3);
  });

  it('get darker until white is readable on them', () => {
    expect(readableUnder('#1c418c')).toBe('#1c418c');
    expect(contrast('#ffffff', readableUnder('#68ba62'))).toBeGreaterThanOrEqual(4.5);
  });

  it('form a scale of ten from light to dark around the brand', () => {
    const scale = colorScale('#1C418C');
    expect(scale).toHaveLength(10);
    expect(scale[7]).toBe('#1c418c');
    const whiteness = scale.map((shade) => contrast(shade, '#ffffff'));
    expect(whiteness.toSorted((a, b) => a - b)).toEqual(whiteness);
  });
});
