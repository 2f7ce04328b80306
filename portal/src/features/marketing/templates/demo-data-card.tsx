import { lazy, Suspense, useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { useUnsaved } from '../../../lib/form/unsaved.tsx';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText, notifyFailure } from '../../../lib/failure.ts';
import { Card } from '../../../ui/card.tsx';
import { IconPencil } from '../../../ui/icons.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { LastUpdated } from './template-workspace.tsx';
import {
  flyerSettingQuery,
  saveFlyerSetting,
  templatesKey,
  type StoredFlyerSetting,
} from './requests.ts';
import classes from './templates.module.css';

/** A position in a text: line and column, from 1. */
interface TextPosition {
  line: number;
  column: number;
}

const text = String.raw`"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`;
const string = new RegExp(text, 'y');
const word = new RegExp(
  String.raw`${text}|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null`,
  'y',
);
const space = /[\t\n\r ]*/y;

/** The index of the first character that breaks JSON syntax; the length for valid JSON. */
function jsonPrefixLength(text: string): number {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const fits = pattern.test(text);
    if (fits) at = pattern.lastIndex;
    return fits;
  };
  const next = (pattern: RegExp): boolean => take(space) && take(pattern);
  const member = (): boolean => next(string) && next(/:/y) && value();
  const list = (item: () => boolean, end: RegExp): boolean => {
    if (next(end)) return true;
    do if (!item()) return false;
    while (next(/,/y));
    return next(end);
  };
  function value(): boolean {
    if (next(/\{/y)) return list(member, /\}/y);
    if (next(/\[/y)) return list(value, /\]/y);
    return next(word);
  }
  value();
  take(space);
  return at;
}

/**
 * The position of the first JSON syntax error; null for valid JSON. Browsers report it in different
 * words, or not at all.
 */
export function errorPlace(text: string): TextPosition | null {
  const length = jsonPrefixLength(text);
  if (isJson(text)) return null;
  const before = text.slice(0, length).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const rules = () =>
  import('@lintel/contract/core/settings').then((module) => module.updateSetting.body);

function useDemoDataForm({ id, value }: StoredFlyerSetting, onSaved: () => void) {
  const client = useQueryClient();
  const used = useContractForm({
    initial: { paramName: 'FlyerTemplate', demoData: value.demoData.trim() },
    rules,
    onSubmit: async ({ demoData = '' }) => {
      const { message } = await saveFlyerSetting(id, { demoData });
      await client.invalidateQueries({ queryKey: templatesKey });
      showToast(message);
      onSaved();
    },
    onFailure: notifyFailure,
  });
  useUnsaved(used.values.demoData.trim() !== value.demoData.trim());
  return used;
}

/** One row per line, up to 18. */
const rowCount = (text: string): number => Math.min(18, text.split('\n').length);

/** The data for previews of all templates. */
export function DemoDataCard({ mayChange }: { mayChange: boolean }) {
  const { data, error, refetch } = useQuery(flyerSettingQuery);
  const [editing, setEditing] = useState(false);
  const edit = (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      aria-label={m.marketing_demoData_edit()}
      onClick={() => setEditing(true)}
    >
      {m.common_edit()}
    </Button>
  );
  return (
    <Card
      title={m.marketing_demoData_title()}
      text={m.marketing_demoData_purpose()}
      action={data !== undefined && mayChange && !editing ? edit : undefined}
    >
      {data === undefined && error !== null && (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && !editing && (
        <textarea
          className={classes.json}
          readOnly
          rows={rowCount(data.value.demoData)}
          aria-label={m.marketing_demoData_json()}
          value={data.value.demoData}
        />
      )}
      {data !== undefined && editing && (
        <DemoDataForm setting={data} onClose={() => setEditing(false)} />
      )}
      {data !== undefined && (
        <LastUpdated what={m.marketing_demoData_title()} change={data.value.lastUpdated.demoData} />
      )}
    </Card>
  );
}

const CodeEditor = lazy(() =>
  import('../../../ui/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

interface Props {
  setting: StoredFlyerSetting;
  onClose: () => void;
}

/** The position of a syntax error in a rejected text. */
function jsonProblems(text: string, error: string | undefined) {
  const place = error === undefined || text.trim() === '' ? null : errorPlace(text);
  return place === null || error === undefined ? [] : [{ ...place, message: error }];
}

function DemoDataForm({ setting, onClose }: Props) {
  const { form, field, values, setValue, errors, busy } = useDemoDataForm(setting, onClose);
  const error = errors['demoData'];
  return (
    <form {...form} className={classes.form}>
      <Suspense fallback={<Skeleton height={342} radius="md" />}>
        <CodeEditor
          label={m.marketing_demoData_title()}
          language="json"
          rows={15}
          required
          value={values.demoData}
          onChange={(next) => setValue('demoData', next)}
          onBlur={field('demoData').onBlur}
          problems={jsonProblems(values.demoData, error)}
          error={error}
        />
      </Suspense>
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          {m.common_submit()}
        </Button>
        <Button variant="default" disabled={busy} onClick={onClose}>
          {m.common_cancel()}
        </Button>
      </div>
    </form>
  );
}
