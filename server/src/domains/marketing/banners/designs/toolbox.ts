import { lies, circle, path, rect, type Frame, type Theme } from '../theme.ts';

/** Tools in one colour, each on a grid of 100 by 100. */
const hammer = (color: string): string =>
  path('M18 16H60Q78 18 84 36Q70 28 58 32V40H42V94Q36 100 30 94V40H18Z', `fill="${color}"`);
const wrench = (color: string): string =>
  path(
    'M30 4A26 26 0 0 0 36 52L62 92A9 9 0 0 0 78 82L54 44A26 26 0 0 0 52 6L50 28 38 34 26 26Z',
    `fill="${color}"`,
  );
const ruler = (color: string, mark: string): string =>
  rect(4, 36, 92, 28, `rx="4" fill="${color}"`) +
  [14, 24, 34, 44, 54, 64, 74, 84]
    .map((x, index) => rect(x, 36, 2.4, index % 2 === 0 ? 12 : 8, `fill="${mark}"`))
    .join('');
const nut = (color: string, hole: string): string =>
  path('M50 10 84 30V70L50 90 16 70V30Z', `fill="${color}"`) + circle(50, 50, 17, `fill="${hole}"`);

const turned = (x: number, y: number, angle: number, scale: number, content: string): string =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle} ${(50 * scale).toFixed(1)} ${(50 * scale).toFixed(1)}) scale(${scale.toFixed(3)})">${content}</g>`;

/** The yellow and black edge of a work site. */
function edge(x: number, y: number, width: number, height: number): string {
  const stripes: string[] = [];
  for (let at = -height; at < width; at += height * 2)
    stripes.push(
      `M${x + Math.max(0, at)} ${y + height}L${x + at + height} ${y}H${x + at + height * 2}L${x + at + height} ${y + height}Z`,
    );
  return rect(x, y, width, height, 'fill="#FFC20E"') + path(stripes.join(''), 'fill="#15181C"');
}

function art(frame: Frame): string {
  const { width, height } = frame;
  const [base, tone, deep] = ['#23282E', '#343B43', '#23282E'];
  const ground = rect(0, 0, width, height, `fill="${base}"`);
  if (lies(frame)) {
    const unit = height / 100;
    const right = width - 150 * unit;
    return [
      ground,
      turned(right - 6 * unit, 8 * unit, -24, unit * 0.84, hammer(tone)),
      turned(right + 52 * unit, 4 * unit, 22, unit * 0.9, wrench(tone)),
      turned(right + 104 * unit, 18 * unit, -8, unit * 0.6, nut(tone, deep)),
      edge(0, height - 6 * Math.max(1, unit * 0.8), width, 6 * Math.max(1, unit * 0.8)),
    ].join('');
  }
  if (frame.size === '160x600')
    return [
      ground,
      turned(2, 384, -20, 0.78, hammer('#FFC20E')),
      turned(80, 382, 18, 0.76, wrench('#8B96A3')),
      turned(22, 440, -6, 1.1, ruler('#FFC20E', '#23282E')),
      edge(0, 590, width, 10),
    ].join('');
  return [
    ground,
    turned(196, 4, 14, 1, wrench(tone)),
    turned(150, 128, -18, 1, hammer(tone)),
    edge(0, height - 9, width, 9),
  ].join('');
}

export const toolbox: Theme = {
  headline: 'Get it done now. Pay monthly.',
  short: 'Done now, paid monthly',
  ink: '#FFFFFF',
  soft: '#D5DBE2',
  button: { background: '#FFC20E', ink: '#15181C', radius: 6 },
  plate: { background: '#FFFFFF', radius: 6 },
  art,
};
