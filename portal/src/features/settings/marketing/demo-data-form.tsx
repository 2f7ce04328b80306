import { lazy, Suspense } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { useUnsaved } from '../unsaved.tsx';
import type { StoredFlyerSetting } from './api/get-flyer-setting.ts';
import { templatesKey } from './api/keys.ts';
import { saveFlyerSetting } from './api/save-flyer-setting.ts';
import { placeOfError } from './json-place.ts';
import classes from './marketing.module.css';

const CodeEditor = lazy(() => import('../../../ui/code-editor.tsx').then((module) => ({ default: module.CodeEditor })));

interface Props {
  setting: StoredFlyerSetting;
  onClose: () => void;
}

const rules = () => import('@lintel/contract/settings').then((module) => module.updateSetting.body);

/** The demo data to write. Where it stops being JSON is marked. */
export function DemoDataForm({ setting: { id, value }, onClose }: Props) {
  const client = useQueryClient();
  const { form, field, values, setValue, errors, busy, reset } = useContractForm({
    initial: { paramName: 'FlyerTemplate', demoData: value.demoData.trim() },
    rules,
    onSubmit: async ({ demoData = '' }) => {
      const { message } = await saveFlyerSetting(id, { demoData });
      await client.invalidateQueries({ queryKey: templatesKey });
      showToast(message);
      onClose();
    },
    onFailure: (error) => showToast(failureText(error), 'danger'),
  });
  const text = values.demoData;
  useUnsaved(text.trim() !== value.demoData.trim());
  const error = errors['demoData'];
  const place = error === undefined || text.trim() === '' ? null : placeOfError(text);
  return (
    <form {...form} className={classes.form}>
      <Suspense fallback={<Skeleton height={342} radius="md" />}>
        <CodeEditor
          label="Demo data"
          language="json"
          rows={15}
          required
          value={text}
          onChange={(next) => setValue('demoData', next)}
          onBlur={field('demoData').onBlur}
          problems={place === null || error === undefined ? [] : [{ ...place, message: error }]}
          error={error}
        />
      </Suspense>
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          Submit
        </Button>
        <Button
          variant="default"
          disabled={busy}
          onClick={() => {
            reset();
            onClose();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
