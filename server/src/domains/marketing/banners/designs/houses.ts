import {
  path,
  placed,
  rect,
  isWide,
  circle,
  fill,
  gradient,
  type Frame,
  type Theme,
} from '../theme.ts';

interface HouseLook {
  wall: string;
  roof: string;
  opening: string;
  door: string;
}

/** A small gabled house, 100 wide and 80 high, its base at the bottom. */
export const gable = (look: HouseLook): string =>
  rect(12, 34, 76, 46, `fill="${look.wall}"`) +
  path('M4 38 50 2l46 36h-13L50 13 17 38z', `fill="${look.roof}"`) +
  path('M14 36 50 8l36 28z', `fill="${look.wall}"`) +
  path('M4 38 50 2l46 36-5 5L50 11 9 43z', `fill="${look.roof}"`) +
  rect(43, 54, 16, 26, `fill="${look.door}"`) +
  rect(22, 48, 13, 13, `fill="${look.opening}"`) +
  rect(67, 48, 13, 13, `fill="${look.opening}"`) +
  rect(44, 26, 12, 12, `fill="${look.opening}"`);

/** A ranch house, 140 wide and 70 high, with a chimney. */
export const ranch = (look: HouseLook): string =>
  rect(104, 2, 14, 30, `fill="${look.wall}"`) +
  rect(10, 32, 120, 38, `fill="${look.wall}"`) +
  path('M0 36 26 10h90l24 26z', `fill="${look.roof}"`) +
  rect(22, 44, 26, 13, `fill="${look.opening}"`) +
  rect(62, 44, 15, 26, `fill="${look.door}"`) +
  rect(90, 44, 28, 13, `fill="${look.opening}"`);

/** A town house, 70 wide and 110 high. */
export const townHouse = (look: HouseLook): string =>
  path('M6 34 35 4l29 30v76H6z', `fill="${look.wall}"`) +
  path('M0 38 35 0l35 38-5 5L35 10 5 43z', `fill="${look.roof}"`) +
  [44, 68]
    .map(
      (y) =>
        rect(16, y, 12, 15, `fill="${look.opening}"`) +
        rect(42, y, 12, 15, `fill="${look.opening}"`),
    )
    .join('') +
  rect(27, 88, 16, 22, `fill="${look.door}"`);

/** A row of houses on the ground line `ground`, starting at `from`, each scaled by `scale`. */
export function street(
  looks: readonly HouseLook[],
  from: number,
  ground: number,
  scale: number,
  count: number,
): string {
  const kinds = [
    { draw: gable, width: 100, height: 80 },
    { draw: townHouse, width: 70, height: 110 },
    { draw: ranch, width: 140, height: 70 },
  ];
  let x = from;
  const houses: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const [kind, look] = [kinds[index % kinds.length], looks[index % looks.length]];
    if (kind === undefined || look === undefined) continue;
    houses.push(placed(x, ground - kind.height * scale, scale, kind.draw(look)));
    x += (kind.width + 10) * scale;
  }
  return houses.join('');
}

const white = 'fill="#FFFFFF"';
const cloud = (x: number, y: number, scale: number): string => {
  const puffs = circle(20, 24, 14, white) + circle(40, 16, 18, white) + circle(62, 23, 15, white);
  return placed(x, y, scale, puffs + rect(12, 22, 60, 16, `rx="8" ${white}`));
};

const dayLooks = [
  { wall: '#FFFFFF', roof: '#2E6DB4', opening: '#A9D0F2', door: '#F2A65A' },
  { wall: '#FFF6E8', roof: '#C9573F', opening: '#A9D0F2', door: '#2E6DB4' },
  { wall: '#EAF4FD', roof: '#47607D', opening: '#8FC0EA', door: '#C9573F' },
];

function skyArt(frame: Frame): string {
  const { width, height } = frame;
  const sky = gradient('sky', ['#BFE0FA', '#F4FAFF']) + rect(0, 0, width, height, fill('sky'));
  const hill = (top: number, color: string): string =>
    path(
      `M0 ${height} V${top + 8} Q${width * 0.3} ${top - 10} ${width * 0.6} ${top + 4} T${width} ${top - 4} V${height} Z`,
      `fill="${color}"`,
    );
  if (frame.size === '320x100')
    return sky + hill(height * 0.9, '#CBE7BD') + hill(height * 0.955, '#A5D590');
  if (isWide(frame)) {
    const scale = height / 190;
    return [
      sky,
      circle(
        width - height * 0.42,
        height * 0.2,
        height * 0.34,
        'fill="#FFE9A8" fill-opacity="0.5"',
      ),
      circle(width - height * 0.42, height * 0.2, height * 0.2, 'fill="#FFD766"'),
      cloud(width * 0.62, height * 0.06, scale * 0.8),
      hill(height * 0.9, '#CBE7BD'),
      hill(height * 0.955, '#A5D590'),
    ].join('');
  }
  const isTall = frame.size === '160x600';
  const ground = isTall ? height - 84 : height * 0.9;
  const [x, y] = isTall ? [width - 26, 396] : [width + 6, -6];
  return [
    sky,
    circle(x, y, isTall ? 40 : 52, 'fill="#FFE9A8" fill-opacity="0.5"'),
    circle(x, y, isTall ? 24 : 34, 'fill="#FFD766"'),
    isTall ? cloud(6, 374, 0.8) + street(dayLooks, 6, ground + 2, 0.86, 2) : '',
    hill(ground - (isTall ? 0 : 16), '#CBE7BD'),
    hill(ground + (isTall ? 10 : 6), '#A5D590'),
  ].join('');
}

export const clearSky: Theme = {
  headline: {
    en: 'A clear way to pay for your project',
    es: 'Una forma clara de pagar su proyecto',
  },
  short: { en: 'A clear way to pay', es: 'Una forma clara de pagar' },
  ink: '#0B2A4A',
  soft: '#27496B',
  button: { background: '#1557B0', ink: '#FFFFFF', radius: 12 },
  plate: { background: '#FFFFFF', radius: 12 },
  art: skyArt,
};

const duskLooks = [
  { wall: '#1A1138', roof: '#120B2A', opening: '#FFD27A', door: '#F2A54A' },
  { wall: '#21164A', roof: '#150D33', opening: '#FFC15C', door: '#120B2A' },
  { wall: '#170F33', roof: '#0F0924', opening: '#FFDC94', door: '#FFC15C' },
];

/** Stars at fixed positions, sparser toward the ground. */
function stars({ width, height }: Frame): string {
  const places = Array.from({ length: Math.round(width / 14) }, (_one, index) => ({
    x: (index * 137.5) % width,
    y: ((index * 61.8) % 100) * height * 0.006,
    radius: index % 4 === 0 ? 1.3 : 0.8,
  }));
  return places
    .map(({ x, y, radius }) => circle(x, y, radius, 'fill="#FFFFFF" fill-opacity="0.5"'))
    .join('');
}

function duskArt(frame: Frame): string {
  const { width, height } = frame;
  const dusk =
    gradient('dusk', ['#1A1242', '#45225F', '#8A3D62']) + rect(0, 0, width, height, fill('dusk'));
  const ridge = (top: number): string =>
    path(
      `M0 ${height} V${top + 6} Q${width * 0.25} ${top - 14} ${width * 0.5} ${top} T${width} ${top - 6} V${height} Z`,
      'fill="#2A1850" fill-opacity="0.75"',
    );
  if (isWide(frame)) {
    const scale = height / 420;
    const from = width - height * 2.35;
    return [
      dusk,
      stars(frame),
      ridge(height * 0.8),
      street(duskLooks, from, height + 1, scale, 10),
      rect(0, height * 0.97, width, height, 'fill="#0F0924"'),
    ].join('');
  }
  const tall = frame.size === '160x600';
  const ground = tall ? height - 78 : height - 4;
  return [
    dusk,
    stars(frame),
    tall ? circle(116, 392, 20, 'fill="#FFE7B5" fill-opacity="0.9"') : '',
    ridge(tall ? 470 : 186),
    tall ? street(duskLooks, -8, ground + 2, 0.92, 3) : street(duskLooks, 150, ground, 0.62, 3),
    rect(0, ground, width, height - ground, 'fill="#0F0924"'),
  ].join('');
}

export const eveningLight: Theme = {
  headline: {
    en: 'Bring your project home, month by month',
    es: 'Haga realidad su proyecto, mes a mes',
  },
  short: { en: 'Home, month by month', es: 'Su hogar, mes a mes' },
  ink: '#FFFFFF',
  soft: '#EBDDF5',
  button: { background: '#FFC857', ink: '#2A1547', radius: 27 },
  plate: { background: '#FFFFFF', radius: 14 },
  art: duskArt,
};
