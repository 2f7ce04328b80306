import { isWide, circle, path, placed, rect, type Frame, type Theme } from '../theme.ts';

/** The front of a house with a porch, 260 wide and 180 high. */
const porch = (tone: {
  wall: string;
  roof: string;
  post: string;
  door: string;
  glass: string;
  step: string;
}): string =>
  [
    path('M10 66 130 2l120 64z', `fill="${tone.roof}"`),
    path('M40 62 130 14l90 48z', `fill="${tone.wall}"`),
    circle(130, 44, 11, `fill="${tone.glass}"`),
    rect(24, 66, 212, 100, `fill="${tone.wall}"`),
    rect(14, 66, 232, 12, `fill="${tone.roof}"`),
    rect(112, 96, 40, 70, `fill="${tone.door}"`),
    circle(145, 132, 2.6, `fill="${tone.wall}"`),
    rect(119, 103, 26, 20, `fill="${tone.glass}"`),
    rect(52, 98, 36, 40, `fill="${tone.glass}"`),
    rect(176, 98, 36, 40, `fill="${tone.glass}"`),
    rect(68.5, 98, 3, 40, `fill="${tone.wall}"`),
    rect(192.5, 98, 3, 40, `fill="${tone.wall}"`),
    ...[28, 94, 160, 224].map((x) => rect(x, 78, 8, 88, `fill="${tone.post}"`)),
    rect(16, 164, 228, 8, `fill="${tone.step}"`),
    rect(98, 172, 68, 8, `fill="${tone.step}"`),
  ].join('');

const tonal = {
  wall: '#F7E3CB',
  roof: '#EED2B3',
  post: '#FCF3E7',
  door: '#EFCDAE',
  glass: '#FCF4E9',
  step: '#E3BC94',
};
const full = {
  wall: '#FFF8EE',
  roof: '#9C4A33',
  post: '#FFFFFF',
  door: '#2F6B5E',
  glass: '#F6CF8F',
  step: '#C98F66',
};

const bush = (x: number, ground: number, radius: number, color: string): string =>
  circle(x, ground - radius * 0.7, radius, `fill="${color}"`) +
  circle(x + radius, ground - radius * 0.5, radius * 0.75, `fill="${color}"`);

function art(frame: Frame): string {
  const { width, height } = frame;
  const ground = rect(0, 0, width, height, 'fill="#FCF1E2"');
  if (isWide(frame)) {
    const scale = (height * 1.16) / 180;
    return (
      ground +
      placed(width - 262 * scale + height * 0.08, height * 0.02, scale, porch(tonal)) +
      rect(0, height * 0.965, width, height, 'fill="#9C4A33"')
    );
  }
  if (frame.size === '160x600')
    return [
      ground,
      circle(80, 440, 92, 'fill="#F9DDB9"'),
      placed(6, 410, 0.57, porch(full)),
      bush(6, 514, 15, '#5B8C5A'),
      bush(136, 514, 15, '#5B8C5A'),
      rect(0, 511, width, 89, 'fill="#EAD3B2"'),
      rect(0, 511, width, 3, 'fill="#C98F66"'),
    ].join('');
  return (
    ground + placed(150, 66, 0.66, porch(tonal)) + rect(0, height - 7, width, 7, 'fill="#9C4A33"')
  );
}

export const frontPorch: Theme = {
  headline: {
    en: 'The home you love, in monthly payments',
    es: 'El hogar que quiere, en pagos mensuales',
  },
  short: { en: 'Your project, monthly', es: 'Su proyecto, por mes' },
  ink: '#4A2114',
  soft: '#7A4630',
  button: { background: '#9C4A33', ink: '#FFFFFF', radius: 8 },
  plate: { background: '#FFFFFF', radius: 8 },
  art,
};
