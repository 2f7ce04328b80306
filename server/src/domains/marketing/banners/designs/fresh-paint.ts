import { lies, path, placed, rect, type Frame, type Theme } from '../theme.ts';

/** A stroke of paint with a dry end, `length` long and 40 tall. */
const stroke = (length: number, color: string): string =>
  path(
    `M6 4 Q0 20 6 36 L${length - 26} 38 L${length - 6} 35 L${length - 20} 31 L${length} 27 L${length - 24} 23 L${length - 4} 18 L${length - 22} 14 L${length - 8} 9 L${length - 30} 5 L${length * 0.5} 2 Z`,
    `fill="${color}"`,
  );

/** A paint roller, 70 wide and 110 tall. */
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

function art(frame: Frame): string {
  const { width, height } = frame;
  const wall = rect(0, 0, width, height, 'fill="#FFFFFF"');
  if (frame.size === '320x100')
    return (
      wall +
      tilted(206, 4, -8, 0.7, stroke(190, '#FFE6DF')) +
      tilted(-30, 78, -5, 0.8, stroke(200, '#CDEDEA'))
    );
  if (lies(frame)) {
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
  headline: 'A fresh start, paid over time',
  short: 'Fresh start, paid monthly',
  ink: '#1E2430',
  soft: '#46505F',
  button: { background: '#0A6E6A', ink: '#FFFFFF', radius: 10 },
  plate: { background: '#F4F6F8', radius: 10 },
  art,
};
