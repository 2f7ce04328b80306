import { expect, test } from 'vitest';
import {
  bannerDesigns,
  bannerSizes,
  colorSchemes,
  realWidget,
  realWidgetSchemes,
} from './constants.ts';
import { bannerCode, realCode } from './widgets.ts';

const schemeOf = (schemes: typeof colorSchemes, key: string): string[] => {
  const { color1, color2, color3 } = schemes.find((scheme) => scheme.key === key) ?? {
    color1: '',
    color2: '',
    color3: '',
  };
  return [color1, color2, color3];
};

test('there are five color schemes, in this order [MKT-127]', () => {
  const keys = ['default', 'red/blue', 'orange/blue', 'gold/black', 'yellow/purple'];
  expect(colorSchemes.map(({ key }) => key)).toEqual(keys);
  expect(realWidgetSchemes.map(({ key }) => key)).toEqual(keys);
});

test('each scheme has its colors [MKT-264] [MKT-265] [MKT-266] [MKT-268] [MKT-269]', () => {
  expect(schemeOf(colorSchemes, 'default')).toEqual(['68BA62', '1C418C', 'FFFFFF']);
  expect(schemeOf(colorSchemes, 'red/blue')).toEqual(['B31417', '064C8F', 'FFFFFF']);
  expect(schemeOf(colorSchemes, 'orange/blue')).toEqual(['FF531B', '054078', 'FFFFFF']);
  expect(schemeOf(colorSchemes, 'gold/black')).toEqual(['BD921E', '3A3A37', 'FFFFFF']);
  expect(schemeOf(colorSchemes, 'yellow/purple')).toEqual(['FFD200', '472152', '293033']);
});

test('two schemes have another second color in the real widget [MKT-267] [MKT-270]', () => {
  expect(schemeOf(realWidgetSchemes, 'orange/blue')).toEqual(['FF531B', '054079', 'FFFFFF']);
  expect(schemeOf(realWidgetSchemes, 'yellow/purple')).toEqual(['FFD200', '522762', '293033']);
  for (const key of ['default', 'red/blue', 'gold/black'])
    expect(schemeOf(realWidgetSchemes, key)).toEqual(schemeOf(colorSchemes, key));
});

test('a banner is 930x180 by default [MKT-256]', () => {
  expect(bannerSizes[0]).toMatchObject({ size: '930x180', width: 930, height: 180 });
  expect(bannerCode.query.parse({ pageId: '7' })).toMatchObject({
    pageId: 7,
    width: 930,
    height: 180,
  });
  expect(bannerCode.query.safeParse({ pageId: '7', width: '930', height: '90' }).success).toBe(
    false,
  );
});

test('the real widget is 400 pixels wide by default, and never less than 300 [MKT-257] [MKT-258]', () => {
  const colors = { color1: '$68BA62', color2: '$1C418C', color3: '$FFFFFF' };
  expect(realCode.query.parse(colors)).toMatchObject({
    widthbtn: realWidget.width,
    textButton: '',
    hideLink: '0',
  });
  expect(realWidget.width).toBe(400);
  expect(realCode.query.safeParse({ ...colors, widthbtn: '300' }).success).toBe(true);
  expect(realCode.query.safeParse({ ...colors, widthbtn: '299' }).success).toBe(false);
});

test('there are six banner designs, each with its own name', () => {
  expect(new Set(bannerDesigns.map(({ id }) => id)).size).toBe(6);
  expect(new Set(bannerDesigns.map(({ name }) => name)).size).toBe(6);
});
