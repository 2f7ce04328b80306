import type { CropperImage, CropperSelection } from 'cropperjs';

type Step = () => void;

/** Moves, zooms and turns the picture, and takes each step back, those of the pointer too. */
export function makeHistory(
  canvas: HTMLElement,
  image: CropperImage,
  selection: CropperSelection,
  onSteps: (some: boolean) => void,
) {
  const steps: Step[] = [];
  const remember = (): void => {
    const matrix = [...image.$getTransform()];
    const { x, y, width, height } = selection;
    steps.push(() => {
      image.$setTransform(matrix);
      selection.$change(x, y, width, height);
    });
    onSteps(true);
  };
  canvas.addEventListener('actionstart', remember);
  canvas.addEventListener('wheel', onceInAWhile(remember), { capture: true, passive: true });
  const step =
    <Arguments extends unknown[]>(change: (...values: Arguments) => void) =>
    (...values: Arguments): void => {
      remember();
      change(...values);
    };
  return {
    move: step((x: number, y: number) => image.$move(x, y)),
    zoom: step((factor: number) => image.$scale(factor)),
    rotate: step((degrees: number) => image.$rotate(`${degrees}deg`)),
    undo: (): void => {
      steps.pop()?.();
      onSteps(steps.length > 0);
    },
  };
}

/** The first of a row of calls; half a second without one ends the row. */
function onceInAWhile(call: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - last > 500) call();
    last = now;
  };
}
