import { Button } from '@mantine/core';
import { logoCropper } from '@lintel/contract/marketing-constants';
import {
  IconArrowBackUp,
  IconRotate,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '../../../ui/icons.ts';
import type { CropControl } from './cropper.ts';
import classes from './logo-dialog.module.css';

const { zoomIn, zoomOut, rotateBy } = logoCropper;

const tools = [
  { label: 'Zoom In', Icon: IconZoomIn, use: (control: CropControl) => control.zoom(zoomIn) },
  { label: 'Zoom Out', Icon: IconZoomOut, use: (control: CropControl) => control.zoom(zoomOut) },
  {
    label: `Rotate left ${rotateBy}°`,
    Icon: IconRotate,
    use: (control: CropControl) => control.rotate(-rotateBy),
  },
  {
    label: `Rotate right ${rotateBy}°`,
    Icon: IconRotateClockwise,
    use: (control: CropControl) => control.rotate(rotateBy),
  },
] as const;

/** The controls of the crop dialog. */
export function CropTools({ control, canUndo }: { control: CropControl | null; canUndo: boolean }) {
  return (
    <div className={classes.tools} role="toolbar" aria-label="Crop and rotate">
      <Button
        variant="default"
        disabled={control === null || !canUndo}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => control?.undo()}
      >
        Undo
      </Button>
      {tools.map(({ label, Icon, use }) => (
        <Button
          key={label}
          variant="default"
          disabled={control === null}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => control && use(control)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
