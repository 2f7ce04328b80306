import { Button } from '@mantine/core';
import classes from './marketing.module.css';

interface Props {
  busy: boolean;
  preview: { busy: boolean; disabled: boolean };
  onPreview: () => void;
  onCancel: () => void;
}

/** The buttons under a template's form. */
export function TemplateButtons({ busy, preview, onPreview, onCancel }: Props) {
  return (
    <div className={classes.buttons}>
      <Button type="submit" loading={busy}>
        Submit
      </Button>
      <Button
        variant="default"
        loading={preview.busy}
        disabled={preview.disabled}
        onClick={onPreview}
      >
        Preview
      </Button>
      <Button variant="default" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
