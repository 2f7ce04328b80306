import { path, placed, rect } from '../theme.ts';

interface HouseLook {
  wall: string;
  roof: string;
  opening: string;
  door: string;
}

/** A small gabled house, 100 wide and 80 tall, its foot at the bottom. */
export const gable = (look: HouseLook): string =>
  rect(12, 34, 76, 46, `fill="${look.wall}"`) +
  path('M4 38 50 2l46 36h-13L50 13 17 38z', `fill="${look.roof}"`) +
  path('M14 36 50 8l36 28z', `fill="${look.wall}"`) +
  path('M4 38 50 2l46 36-5 5L50 11 9 43z', `fill="${look.roof}"`) +
  rect(43, 54, 16, 26, `fill="${look.door}"`) +
  rect(22, 48, 13, 13, `fill="${look.opening}"`) +
  rect(67, 48, 13, 13, `fill="${look.opening}"`) +
  rect(44, 26, 12, 12, `fill="${look.opening}"`);

/** A long low house, 140 wide and 70 tall, with a chimney. */
export const ranch = (look: HouseLook): string =>
  rect(104, 2, 14, 30, `fill="${look.wall}"`) +
  rect(10, 32, 120, 38, `fill="${look.wall}"`) +
  path('M0 36 26 10h90l24 26z', `fill="${look.roof}"`) +
  rect(22, 44, 26, 13, `fill="${look.opening}"`) +
  rect(62, 44, 15, 26, `fill="${look.door}"`) +
  rect(90, 44, 28, 13, `fill="${look.opening}"`);

/** A tall town house, 70 wide and 110 tall. */
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

/** A row of houses along the ground at `ground`, from `from` on, each `scale` large. */
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
