import { lazy, Suspense } from 'react';
import { Button, Skeleton } from '@mantine/core';
import type { StoredFlyerSetting } from './api/get-flyer-setting.ts';
import { placeOfError } from './json-place.ts';
import { useDemoDataForm } from './use-demo-data-form.ts';
import classes from './marketing.module.css';

const CodeEditor = lazy(() =>
  import('../../../ui/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

interface Props {
  setting: StoredFlyerSetting;
  onClose: () => void;
}

/** Where a text that is refused stops being JSON. */
function problemsOf(text: string, error: string | undefined) {
  const place = error === undefined || text.trim() === '' ? null : placeOfError(text);
  return place === null || error === undefined ? [] : [{ ...place, message: error }];
}

/** The demo data to write. */
export function DemoDataForm({ setting, onClose }: Props) {
  const { form, field, values, setValue, errors, busy } = useDemoDataForm(setting, onClose);
  const error = errors['demoData'];
  return (
    <form {...form} className={classes.form}>
      <Suspense fallback={<Skeleton height={342} radius="md" />}>
        <CodeEditor
          label="Demo data"
          language="json"
          rows={15}
          required
          value={values.demoData}
          onChange={(next) => setValue('demoData', next)}
          onBlur={field('demoData').onBlur}
          problems={problemsOf(values.demoData, error)}
          error={error}
        />
      </Suspense>
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          Submit
        </Button>
        <Button variant="default" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
