import { logoCropper } from '@lintel/contract/marketing-constants';
import type { CropControl } from './cropper.ts';

const keys: Readonly<Record<string, (control: CropControl, step: number) => void>> = {
  ArrowLeft: (control, step) => control.move(-step, 0),
  ArrowRight: (control, step) => control.move(step, 0),
  ArrowUp: (control, step) => control.move(0, -step),
  ArrowDown: (control, step) => control.move(0, step),
  '+': (control) => control.zoom(logoCropper.zoomIn),
  '=': (control) => control.zoom(logoCropper.zoomIn),
  '-': (control) => control.zoom(logoCropper.zoomOut),
};

/**
 * Lets the element take the focus; its arrow keys move the picture (with Shift farther), plus and
 * minus zoom. Returns how to end that.
 */
export function steerByKeys(element: HTMLElement, control: CropControl): () => void {
  const steer = (event: KeyboardEvent): void => {
    const key = event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (key === undefined) return;
    event.preventDefault();
    key(control, event.shiftKey ? 24 : 6);
  };
  element.tabIndex = 0;
  element.addEventListener('keydown', steer);
  return () => element.removeEventListener('keydown', steer);
}
