import fc from 'fast-check';
import { expect, test } from 'vitest';
import { colorSchemes, realWidgetSchemes } from '../marketing/constants.ts';
import { contrast, mix, readableContrast, readableOn, textOn } from './color.ts';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0').toUpperCase()}`);

test('contrast follows WCAG, whichever color comes first', () => {
  expect(contrast('#FFFFFF', '#000000')).toBeCloseTo(21);
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
  expect(contrast('#1C418C', '#FFFFFF')).toBeCloseTo(contrast('#FFFFFF', '#1C418C'));
});

test('text is readable on any background, even with a preferred color', () => {
  fc.assert(
    fc.property(color, color, (background, preferred) => {
      expect(contrast(textOn(background), background)).toBeGreaterThanOrEqual(readableContrast);
      expect(contrast(textOn(background, preferred), background)).toBeGreaterThanOrEqual(
        readableContrast,
      );
    }),
  );
});

test('uses the preferred text color where it is readable', () => {
  expect(textOn('#B31417', '#FFFFFF')).toBe('#FFFFFF');
  expect(textOn('#FFD200', '#293033')).toBe('#293033');
  expect(textOn('#68BA62', '#FFFFFF')).toBe('#16202E');
});

test('every color scheme has readable text on both of its colors', () => {
  for (const { color1, color2, color3 } of [...colorSchemes, ...realWidgetSchemes])
    for (const background of [color1, color2].map((one) => `#${one}`))
      expect(contrast(textOn(background, `#${color3}`), background)).toBeGreaterThanOrEqual(
        readableContrast,
      );
});

test('adjusts a color to be readable on any background, and keeps it where it already is', () => {
  fc.assert(
    fc.property(color, color, (one, background) => {
      const readable = readableOn(one, background);
      expect(contrast(readable, background)).toBeGreaterThanOrEqual(readableContrast);
      if (contrast(one, background) >= readableContrast) expect(readable).toBe(one);
    }),
  );
});

test('mixes colors by their shares', () => {
  expect(mix('#000000', '#FFFFFF', 0.5)).toBe('#808080');
  expect(mix('#1C418C', '#FFFFFF', 0)).toBe('#1C418C');
});
