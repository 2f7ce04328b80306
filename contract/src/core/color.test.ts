import fc from 'fast-check';
import { expect, test } from 'vitest';
import { colorSchemes, realWidgetSchemes } from '../marketing/constants.ts';
import { contrast, mix, readableContrast, readableOn, textOn } from './color.ts';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0').toUpperCase()}`);

test('contrast is that of WCAG, whichever colour comes first', () => {
  expect(contrast('#FFFFFF', '#000000')).toBeCloseTo(21);
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
  expect(contrast('#1C418C', '#FFFFFF')).toBeCloseTo(contrast('#FFFFFF', '#1C418C'));
});

test('text can be read on any background, also when a colour for it is preferred', () => {
  fc.assert(
    fc.property(color, color, (background, preferred) => {
      expect(contrast(textOn(background), background)).toBeGreaterThanOrEqual(readableContrast);
      expect(contrast(textOn(background, preferred), background)).toBeGreaterThanOrEqual(
        readableContrast,
      );
    }),
  );
});

test('the preferred text colour is taken where it can be read', () => {
  expect(textOn('#B31417', '#FFFFFF')).toBe('#FFFFFF');
  expect(textOn('#FFD200', '#293033')).toBe('#293033');
  expect(textOn('#68BA62', '#FFFFFF')).toBe('#16202E');
});

test('every colour scheme has readable text on both of its colours', () => {
  for (const { color1, color2, color3 } of [...colorSchemes, ...realWidgetSchemes])
    for (const background of [color1, color2].map((one) => `#${one}`))
      expect(contrast(textOn(background, `#${color3}`), background)).toBeGreaterThanOrEqual(
        readableContrast,
      );
});

test('a colour is made readable on any background and kept where it is', () => {
  fc.assert(
    fc.property(color, color, (one, background) => {
      const readable = readableOn(one, background);
      expect(contrast(readable, background)).toBeGreaterThanOrEqual(readableContrast);
      if (contrast(one, background) >= readableContrast) expect(readable).toBe(one);
    }),
  );
});

test('colours are mixed by their shares', () => {
  expect(mix('#000000', '#FFFFFF', 0.5)).toBe('#808080');
  expect(mix('#1C418C', '#FFFFFF', 0)).toBe('#1C418C');
});
