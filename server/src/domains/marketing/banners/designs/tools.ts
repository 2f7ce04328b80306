import {
  isWide,
  circle,
  path,
  rect,
  type Frame,
  type Theme,
  placed,
  fill,
  gradient,
} from '../theme.ts';

/** Tools in one color, each on a grid of 100 by 100. */
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

/** The yellow and black border of a construction site. */
function edge(x: number, y: number, width: number, height: number): string {
  const stripes: string[] = [];
  for (let at = -height; at < width; at += height * 2)
    stripes.push(
      `M${x + Math.max(0, at)} ${y + height}L${x + at + height} ${y}H${x + at + height * 2}L${x + at + height} ${y + height}Z`,
    );
  return rect(x, y, width, height, 'fill="#FFC20E"') + path(stripes.join(''), 'fill="#15181C"');
}

function toolArt(frame: Frame): string {
  const { width, height } = frame;
  const [base, tone, deep] = ['#23282E', '#343B43', '#23282E'];
  const ground = rect(0, 0, width, height, `fill="${base}"`);
  if (isWide(frame)) {
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
  headline: { en: 'Get it done now. Pay monthly.', es: 'Hágalo ahora. Pague por mes.' },
  short: { en: 'Done now, paid monthly', es: 'Hágalo ya, pague por mes' },
  ink: '#FFFFFF',
  soft: '#D5DBE2',
  button: { background: '#FFC20E', ink: '#15181C', radius: 6 },
  plate: { background: '#FFFFFF', radius: 6 },
  art: toolArt,
};

/** A stroke of paint with a dry end, `length` long and 40 high. */
const stroke = (length: number, color: string): string =>
  path(
    `M6 4 Q0 20 6 36 L${length - 26} 38 L${length - 6} 35 L${length - 20} 31 L${length} 27 L${length - 24} 23 L${length - 4} 18 L${length - 22} 14 L${length - 8} 9 L${length - 30} 5 L${length * 0.5} 2 Z`,
    `fill="${color}"`,
  );

/** A paint roller, 70 wide and 110 high. */
const roller = (color: string): string =>
  [
    rect(4, 4, 52, 24, `rx="5" fill="${color}"`),
    rect(4, 4, 8, 24, 'rx="4" fill="#1E2430" fill-opacity="0.18"'),
    path(
      'M56 16H66V46H35V62',
      'fill="none" stroke="#4B5563" stroke-width="4" stroke-linejoin="round"',
    ),
    rect(29, 60, 12, 46, 'rx="6" fill="#1E2430"'),
  ].join('');

const tilted = (x: number, y: number, angle: number, scale: number, content: string): string =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle}) scale(${scale.toFixed(3)})">${content}</g>`;

function paintArt(frame: Frame): string {
  const { width, height } = frame;
  const wall = rect(0, 0, width, height, 'fill="#FFFFFF"');
  if (frame.size === '320x100')
    return (
      wall +
      tilted(206, 4, -8, 0.7, stroke(190, '#FFE6DF')) +
      tilted(-30, 78, -5, 0.8, stroke(200, '#CDEDEA'))
    );
  if (isWide(frame)) {
    const unit = height / 100;
    const from = width - height * 1.62;
    return [
      wall,
      tilted(from + 20 * unit, 14 * unit, -6, unit, stroke(190, '#FFB8A6')),
      tilted(from - 6 * unit, 48 * unit, -6, unit, stroke(215, '#A8E0DC')),
      tilted(from + 34 * unit, 84 * unit, -6, unit, stroke(190, '#FFE09A')),
    ].join('');
  }
  if (frame.size === '160x600')
    return [
      wall,
      tilted(-14, 400, -8, 0.95, stroke(170, '#FF8A73')),
      tilted(-20, 440, -8, 0.95, stroke(190, '#35B8B0')),
      tilted(-8, 480, -8, 0.95, stroke(176, '#FFC94D')),
      placed(96, 372, 0.9, roller('#FF8A73')),
    ].join('');
  return [
    wall,
    tilted(214, 8, -10, 1, stroke(150, '#FFD9CF')),
    tilted(-30, 200, -6, 1, stroke(210, '#CDEDEA')),
    tilted(120, 222, -6, 1, stroke(220, '#FFEDC4')),
  ].join('');
}

export const freshPaint: Theme = {
  headline: { en: 'A fresh start, paid over time', es: 'Un nuevo comienzo, pagado poco a poco' },
  short: { en: 'Fresh start, paid monthly', es: 'Renueve y pague por mes' },
  ink: '#1E2430',
  soft: '#46505F',
  button: { background: '#0A6E6A', ink: '#FFFFFF', radius: 10 },
  plate: { background: '#F4F6F8', radius: 10 },
  art: paintArt,
};

/** A line drawing of a floor plan, 240 wide and 160 high: walls, door arcs, stairs, dimensions. */
const plan = (color: string): string => {
  const wall = `fill="none" stroke="${color}" stroke-width="4" stroke-linejoin="miter"`;
  const thin = `fill="none" stroke="${color}" stroke-width="1.4"`;
  return [
    path('M10 22H150V8H230V150H96M64 150H10Z', wall),
    path('M150 22V62M150 90V150M10 92H44M72 92H150', wall),
    path(
      'M64 150V118A32 32 0 0 1 96 150M150 62A28 28 0 0 1 178 90M44 92V64A28 28 0 0 1 72 92',
      thin,
    ),
    path('M166 24H216V66H166ZM166 45H216M24 36H70V70H24ZM24 47H70', thin),
    path('M160 112H222M160 120H222M160 128H222M160 136H222', thin),
    path('M10 0V12M150 0V12M10 6H150M0 22H0M238 8V150M232 8H244M232 150H244', thin),
  ].join('');
};

function grid({ width, height }: Frame, step: number): string {
  const lines: string[] = [];
  for (let x = step; x < width; x += step) lines.push(`M${x} 0V${height}`);
  for (let y = step; y < height; y += step) lines.push(`M0 ${y}H${width}`);
  return path(
    lines.join(''),
    'fill="none" stroke="#FFFFFF" stroke-opacity="0.09" stroke-width="1"',
  );
}

const drawn = (x: number, y: number, scale: number, opacity: number): string =>
  `<g opacity="${opacity}">${placed(x, y, scale, plan('#CFE1FF'))}</g>`;

function planArt(frame: Frame): string {
  const { width, height } = frame;
  const paper =
    gradient('paper', ['#174A9C', '#0D2F6B'], 'x1="0" y1="0" x2="1" y2="1"') +
    rect(0, 0, width, height, fill('paper')) +
    grid(frame, height < 120 ? 15 : 20);
  const edge = rect(
    4.5,
    4.5,
    width - 9,
    height - 9,
    'fill="none" stroke="#FFFFFF" stroke-opacity="0.35" stroke-width="1"',
  );
  if (isWide(frame))
    return paper + drawn(width - height * 1.78, height * -0.02, (height * 1.06) / 160, 0.26) + edge;
  if (frame.size === '160x600') return paper + drawn(14, 388, 0.55, 0.8) + edge;
  return paper + drawn(118, 10, 0.72, 0.22) + edge;
}

export const blueprint: Theme = {
  headline: { en: 'Plan it now. Pay over time.', es: 'Planee ahora. Pague a plazos.' },
  short: { en: 'Plan now, pay over time', es: 'Planee y pague por mes' },
  ink: '#FFFFFF',
  soft: '#CFE1FF',
  button: { background: '#FFFFFF', ink: '#0D2F6B', radius: 4 },
  plate: { background: '#FFFFFF', radius: 4 },
  art: planArt,
};
