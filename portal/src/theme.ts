import { createTheme, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core';
import * as m from '#messages';
import type { Brand } from '@lintel/contract/brand';
import { mix } from '@lintel/contract/core/color';
import { readableUnder, colorScale, type Scale } from './lib/color.ts';

const gray: Scale = [
  '#f6f7f9',
  '#eff1f4',
  '#e4e7ec',
  '#d3d8e0',
  '#b4bcc8',
  '#8791a1',
  '#5d6778',
  '#475163',
  '#323b4b',
  '#1c2430',
];
const dark: Scale = [
  '#e6e9ee',
  '#c5ccd6',
  '#9aa5b5',
  '#6f7b8e',
  '#3d4757',
  '#2c3543',
  '#1f2733',
  '#171d27',
  '#10141c',
  '#0a0d13',
];
const red: Scale = [
  '#fdeeed',
  '#fbdcd9',
  '#f5b5af',
  '#ee8b83',
  '#e5655b',
  '#d9473c',
  '#c8352a',
  '#b42318',
  '#8f1b13',
  '#6b130d',
];

/** The tones of a status badge or notice: the text color and the tint behind it. */
export const tints = {
  light: {
    green: { text: '#1f6a2c', back: '#e5f4e6' },
    blue: { text: '#1c418c', back: '#e7eefb' },
    amber: { text: '#875200', back: '#fdf0d5' },
    red: { text: '#a8201a', back: '#fdeceb' },
    grey: { text: '#475163', back: '#eceff3' },
  },
  dark: {
    green: { text: '#8fd694', back: '#17301d' },
    blue: { text: '#a9c3f7', back: '#1b2a49' },
    amber: { text: '#f1c46e', back: '#362911' },
    red: { text: '#ffaaa4', back: '#3b1c1d' },
    grey: { text: '#bac2ce', back: '#28303d' },
  },
} as const;
export type Tone = keyof (typeof tints)['light'];

/** Colors by role; every component uses one of these or a tint. */
export const palette = {
  light: {
    page: gray[0],
    surface: '#ffffff',
    raised: gray[1],
    border: gray[2],
    text: gray[9],
    quiet: gray[6],
    placeholder: '#697384',
    error: red[7],
  },
  dark: {
    page: dark[8],
    surface: dark[7],
    raised: dark[6],
    border: dark[5],
    text: dark[0],
    quiet: dark[2],
    placeholder: '#8c97a8',
    error: red[2],
  },
} as const;

/**
 * The brand's own colors, made readable: `fill` is a background for white text, `link` is text on a
 * surface.
 */
export const brandColors = (brand: Brand) => {
  const scale = colorScale(readableUnder(brand.primaryColor, gray[1]));
  return {
    scale,
    light: { fill: scale[7], fillHover: scale[8], link: scale[7], tint: scale[0] },
    dark: {
      fill: readableUnder(scale[5]),
      fillHover: readableUnder(scale[6]),
      link: mix(scale[3], '#ffffff', 0.25),
      tint: mix(scale[7], dark[7], 0.6),
    },
    accent: brand.accentColor.toLowerCase(),
  };
};

export const themeFor = (brand: Brand): MantineThemeOverride => {
  const { scale } = brandColors(brand);
  return createTheme({
    colors: {
      brand: scale,
      accent: colorScale(mix(brand.accentColor, '#000000', 0.25)),
      gray,
      dark,
      red,
    },
    primaryColor: 'brand',
    primaryShade: { light: 7, dark: 5 },
    fontFamily: "'Inter Variable', 'Inter fallback', Arial, sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSizes: { xs: '12px', sm: '14px', md: '15px', lg: '18px', xl: '24px' },
    lineHeights: { xs: '1.5', sm: '1.43', md: '1.6', lg: '1.56', xl: '1.34' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '24px', lineHeight: '32px' },
        h2: { fontSize: '18px', lineHeight: '28px' },
        h3: { fontSize: '15px', lineHeight: '24px' },
      },
    },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    defaultRadius: 'md',
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    breakpoints: { xs: '500px', sm: '769px', md: '1024px', lg: '1280px', xl: '1440px' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    components: controls,
  });
};

const controls: NonNullable<MantineThemeOverride['components']> = {
  Button: { defaultProps: { size: 'sm' } },
  TextInput: {
    defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
  },
  Select: { defaultProps: { size: 'sm', allowDeselect: false, checkIconPosition: 'right' } },
  PasswordInput: { defaultProps: { size: 'sm' } },
  Textarea: { defaultProps: { size: 'sm' } },
  Modal: {
    defaultProps: {
      centered: true,
      radius: 'lg',
      padding: 'lg',
      overlayProps: { backgroundOpacity: 0.45 },
      closeButtonProps: { 'aria-label': m.common_close() },
    },
    styles: {
      title: { fontSize: 18, lineHeight: '28px', fontWeight: 600, overflowWrap: 'anywhere' },
    },
  },
  Menu: {
    defaultProps: {
      radius: 'md',
      shadow: 'md',
      position: 'bottom-end',
      transitionProps: { duration: 150 },
    },
  },
  Tooltip: {
    defaultProps: {
      classNames: { tooltip: 'tooltip' },
      transitionProps: { duration: 150 },
      openDelay: 200,
    },
  },
};

type Scheme = 'light' | 'dark';

const brandVariables = (brand: Brand, scheme: Scheme): Record<string, string> => {
  const colors = palette[scheme];
  const own = brandColors(brand)[scheme];
  const badges = Object.entries(tints[scheme]).flatMap(([tone, { text, back }]) => [
    [`--tone-${tone}`, text],
    [`--tone-${tone}-back`, back],
  ]);
  return {
    '--mantine-color-body': colors.surface,
    '--mantine-color-text': colors.text,
    '--mantine-color-dimmed': colors.quiet,
    '--mantine-color-placeholder': colors.placeholder,
    '--mantine-color-error': colors.error,
    '--mantine-color-anchor': own.link,
    '--mantine-color-default-border': scheme === 'light' ? gray[3] : dark[4],
    '--mantine-color-default-hover': colors.raised,
    '--mantine-primary-color-filled': own.fill,
    '--mantine-primary-color-filled-hover': own.fillHover,
    '--mantine-color-brand-filled': own.fill,
    '--mantine-color-brand-filled-hover': own.fillHover,
    '--mantine-color-brand-text': own.link,
    '--mantine-color-brand-light': own.tint,
    '--mantine-color-brand-light-color': own.link,
    '--mantine-color-red-filled': red[7],
    '--mantine-color-red-filled-hover': red[8],
    '--mantine-color-red-text': colors.error,
    '--mantine-color-red-light-color': colors.error,
    '--color-page': colors.page,
    '--color-raised': colors.raised,
    '--color-border': colors.border,
    '--color-link': own.link,
    '--color-tint': own.tint,
    ...Object.fromEntries(badges),
  };
};

/** The palette as CSS variables, for light and dark mode. */
export const variablesFor =
  (brand: Brand): CSSVariablesResolver =>
  () => ({
    variables: { '--color-accent': brandColors(brand).accent },
    light: brandVariables(brand, 'light'),
    dark: brandVariables(brand, 'dark'),
  });
