import type { CropperImage, CropperSelection } from 'cropperjs';

interface State {
  matrix: number[];
  area: [x: number, y: number, width: number, height: number];
}

/** Moves, zooms and turns the picture, and takes each step back, those of the pointer too. */
export function makeHistory(
  canvas: HTMLElement,
  image: CropperImage,
  selection: CropperSelection,
  onSteps: (some: boolean) => void,
) {
  const states: State[] = [];
  const read = (): State => {
    const { x, y, width, height } = selection;
    return { matrix: [...image.$getTransform()], area: [x, y, width, height] };
  };
  const remember = (): void => {
    states.push(read());
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
      const now = JSON.stringify(read());
      // A click that moved nothing was remembered too.
      let state = states.pop();
      while (state !== undefined && JSON.stringify(state) === now) state = states.pop();
      if (state !== undefined) {
        image.$setTransform(state.matrix);
        selection.$change(...state.area);
      }
      onSteps(states.length > 0);
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
