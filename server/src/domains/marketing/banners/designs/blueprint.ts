import { lies, fill, gradient, path, placed, rect, type Frame, type Theme } from '../theme.ts';

/** A floor plan in lines, 240 wide and 160 tall: walls, doors as arcs, a stair, measures. */
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

function art(frame: Frame): string {
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
  if (lies(frame))
    return paper + drawn(width - height * 1.78, height * -0.02, (height * 1.06) / 160, 0.26) + edge;
  if (frame.size === '160x600') return paper + drawn(14, 388, 0.55, 0.8) + edge;
  return paper + drawn(118, 10, 0.72, 0.22) + edge;
}

export const blueprint: Theme = {
  headline: 'Plan it now. Pay over time.',
  short: 'Plan now, pay over time',
  ink: '#FFFFFF',
  soft: '#CFE1FF',
  button: { background: '#FFFFFF', ink: '#0D2F6B', radius: 4 },
  plate: { background: '#FFFFFF', radius: 4 },
  art,
};
