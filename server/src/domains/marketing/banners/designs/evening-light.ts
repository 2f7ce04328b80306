import { lies, circle, fill, gradient, path, rect, type Frame, type Theme } from '../theme.ts';
import { street } from './houses.ts';

const looks = [
  { wall: '#1A1138', roof: '#120B2A', opening: '#FFD27A', door: '#F2A54A' },
  { wall: '#21164A', roof: '#150D33', opening: '#FFC15C', door: '#120B2A' },
  { wall: '#170F33', roof: '#0F0924', opening: '#FFDC94', door: '#FFC15C' },
];

/** Stars at the same places each time, thinner towards the ground. */
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

function art(frame: Frame): string {
  const { width, height } = frame;
  const dusk =
    gradient('dusk', ['#1A1242', '#45225F', '#8A3D62']) + rect(0, 0, width, height, fill('dusk'));
  const ridge = (top: number): string =>
    path(
      `M0 ${height} V${top + 6} Q${width * 0.25} ${top - 14} ${width * 0.5} ${top} T${width} ${top - 6} V${height} Z`,
      'fill="#2A1850" fill-opacity="0.75"',
    );
  if (lies(frame)) {
    const scale = height / 420;
    const from = width - height * 2.35;
    return [
      dusk,
      stars(frame),
      ridge(height * 0.8),
      street(looks, from, height + 1, scale, 10),
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
    tall ? street(looks, -8, ground + 2, 0.92, 3) : street(looks, 150, ground, 0.62, 3),
    rect(0, ground, width, height - ground, 'fill="#0F0924"'),
  ].join('');
}

export const eveningLight: Theme = {
  headline: 'Bring your project home, month by month',
  short: 'Home, month by month',
  ink: '#FFFFFF',
  soft: '#EBDDF5',
  button: { background: '#FFC857', ink: '#2A1547', radius: 27 },
  plate: { background: '#FFFFFF', radius: 14 },
  art,
};
