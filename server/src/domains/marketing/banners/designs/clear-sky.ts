import {
  lies,
  circle,
  fill,
  gradient,
  path,
  placed,
  rect,
  type Frame,
  type Theme,
} from '../theme.ts';
import { street } from './houses.ts';

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
  if (lies(frame)) {
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
  const stands = frame.size === '160x600';
  const ground = stands ? height - 84 : height * 0.9;
  const [x, y] = stands ? [width - 26, 396] : [width + 6, -6];
  return [
    sky,
    circle(x, y, stands ? 40 : 52, 'fill="#FFE9A8" fill-opacity="0.5"'),
    circle(x, y, stands ? 24 : 34, 'fill="#FFD766"'),
    stands ? cloud(6, 374, 0.8) + street(dayLooks, 6, ground + 2, 0.86, 2) : '',
    hill(ground - (stands ? 0 : 16), '#CBE7BD'),
    hill(ground + (stands ? 10 : 6), '#A5D590'),
  ].join('');
}

export const clearSky: Theme = {
  headline: 'A clear way to pay for your project',
  short: 'A clear way to pay',
  ink: '#0B2A4A',
  soft: '#27496B',
  button: { background: '#1557B0', ink: '#FFFFFF', radius: 12 },
  plate: { background: '#FFFFFF', radius: 12 },
  art,
};
