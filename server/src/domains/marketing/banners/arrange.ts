import type { Language } from '@lintel/contract/core/language';
import type { BannerSize } from '@lintel/contract/marketing/constants';
import { button, logoPlate, stack, type BannerContent } from './layout.ts';
import type { Frame, Theme } from './theme.ts';

type Arrange = (frame: Frame, theme: Theme, content: BannerContent) => string;

const call: Record<Language, string> = { en: 'See my options', es: 'Ver mis opciones' };
const calm: Record<Language, string> = {
  en: 'No effect on your credit score',
  es: 'Sin afectar su puntaje de crédito',
};

/** X position of a text: next to the logo, or in its place without one. */
const related = (logo: BannerContent['logo'], start: number, width: number, gap: number): number =>
  logo === null ? start : start + width + gap;

const billboard: Arrange = (_frame, theme, { companyName, logo, language }) => {
  const x = related(logo, 32, 168, 28);
  return [
    logo && logoPlate({ x: 32, y: 34, width: 168, height: 112 }, logo, theme),
    stack({ x, y: 16, width: 660 - x, height: 148 }, [
      {
        text: companyName,
        box: { lines: 1, sizes: [18, 16] },
        color: theme.soft,
        weight: 600,
        gap: 0,
      },
      {
        text: theme.headline[language],
        box: { lines: 2, sizes: [38, 34, 30, 27] },
        color: theme.ink,
        weight: 700,
        gap: 6,
      },
    ]),
    button({ x: 694, y: 52, width: 204, height: 54 }, call[language], 20, theme),
    stack(
      { x: 676, y: 114, width: 240, height: 24 },
      [
        {
          text: calm[language],
          box: { lines: 1, sizes: [13] },
          color: theme.soft,
          weight: 500,
          gap: 0,
        },
      ],
      { centered: true },
    ),
  ].join('');
};

const leaderboard: Arrange = (_frame, theme, { companyName, logo, language }) => {
  const x = related(logo, 20, 104, 18);
  return [
    logo && logoPlate({ x: 20, y: 11, width: 104, height: 68 }, logo, theme),
    stack({ x, y: 5, width: 544 - x, height: 78 }, [
      {
        text: companyName,
        box: { lines: 1, sizes: [14, 13] },
        color: theme.soft,
        weight: 600,
        gap: 0,
      },
      {
        text: theme.headline[language],
        box: { lines: 2, sizes: [22, 20, 18] },
        color: theme.ink,
        weight: 700,
        gap: 2,
      },
    ]),
    button({ x: 556, y: 23, width: 152, height: 44 }, call[language], 16, theme),
  ].join('');
};

const strip: Arrange = (_frame, theme, { companyName, logo, language }) => {
  const x = related(logo, 14, 66, 12);
  return [
    logo && logoPlate({ x: 12, y: 8, width: 68, height: 44 }, logo, theme),
    stack({ x, y: 3, width: 336 - x, height: 54 }, [
      {
        text: companyName,
        box: { lines: 1, sizes: [12, 11] },
        color: theme.soft,
        weight: 600,
        gap: 0,
      },
      {
        text: theme.short[language],
        box: { lines: 1, sizes: [19, 17, 15] },
        color: theme.ink,
        weight: 700,
        gap: 2,
      },
    ]),
    button({ x: 346, y: 13, width: 110, height: 34 }, call[language], 13, theme),
  ].join('');
};

const rectangle: Arrange = (_frame, theme, { companyName, logo, language }) =>
  [
    logo && logoPlate({ x: 20, y: 16, width: 96, height: 56 }, logo, theme),
    logo
      ? stack({ x: 128, y: 16, width: 154, height: 56 }, [
          {
            text: companyName,
            box: { lines: 3, sizes: [15, 13, 12] },
            color: theme.soft,
            weight: 600,
            gap: 0,
          },
        ])
      : stack({ x: 20, y: 16, width: 260, height: 46 }, [
          {
            text: companyName,
            box: { lines: 2, sizes: [18, 16, 14] },
            color: theme.soft,
            weight: 600,
            gap: 0,
          },
        ]),
    stack({ x: 20, y: logo ? 80 : 70, width: 264, height: logo ? 92 : 102 }, [
      {
        text: theme.headline[language],
        box: { lines: 3, sizes: [25, 23, 21] },
        color: theme.ink,
        weight: 700,
        gap: 0,
      },
    ]),
    button({ x: 20, y: 184, width: 260, height: 46 }, call[language], 18, theme),
  ].join('');

const tower: Arrange = (_frame, theme, { companyName, logo, language }) =>
  [
    logo && logoPlate({ x: 16, y: 18, width: 128, height: 84 }, logo, theme),
    stack(
      { x: 16, y: logo ? 114 : 28, width: 132, height: 250 },
      [
        {
          text: companyName,
          box: { lines: 4, sizes: [16, 14, 13] },
          color: theme.soft,
          weight: 600,
          gap: 0,
        },
        {
          text: theme.headline[language],
          box: { lines: 6, sizes: [27, 25, 23, 21] },
          color: theme.ink,
          weight: 700,
          gap: 14,
        },
      ],
      { top: true },
    ),
    button({ x: 16, y: 534, width: 128, height: 46 }, call[language], 15, theme),
  ].join('');

const mobile: Arrange = (_frame, theme, { companyName, logo, language }) => {
  const x = related(logo, 16, 72, 12);
  return [
    logo && logoPlate({ x: 12, y: 12, width: 76, height: 40 }, logo, theme),
    stack({ x, y: 10, width: 308 - x, height: 44 }, [
      {
        text: companyName,
        box: { lines: 1, sizes: [12, 11] },
        color: theme.soft,
        weight: 600,
        gap: 0,
      },
      {
        text: theme.short[language],
        box: { lines: 1, sizes: [22, 20, 18, 16, 15] },
        color: theme.ink,
        weight: 700,
        gap: 2,
      },
    ]),
    button({ x: 12, y: 58, width: 296, height: 32 }, call[language], 14, theme),
  ].join('');
};

/** Layout of each size. */
export const arrangements: Record<BannerSize, Arrange> = {
  '930x180': billboard,
  '728x90': leaderboard,
  '468x60': strip,
  '300x250': rectangle,
  '160x600': tower,
  '320x100': mobile,
};
