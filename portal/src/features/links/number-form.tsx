import { useState, type FormEvent } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import { Button, Group, TextInput } from '@mantine/core';
import * as m from '#messages';
import { linksADay } from '@lintel/contract/links/constants';
import { ApiError } from '../../lib/api/api-error.ts';
import { useUnsaved } from '../../lib/form/unsaved.tsx';
import { toastLife } from '../../lib/toast.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { useAction } from '../../lib/use-action.ts';

interface Props<Value extends number | null> {
  /** The accessible name. */
  label: string;
  help: string;
  stored: Value;
  /** The value of an empty field; without it, a number is required. */
  empty?: { value: Value; shown: string };
  mayChange: boolean;
  save(to: Value | number): Promise<{ message: string }>;
  /** The query to refetch after saving. */
  refresh: QueryKey;
}

/** The daily limit of link messages. */
export function NumberForm<Value extends number | null>(props: Props<Value>) {
  const { label, help, empty, mayChange } = props;
  const stored = props.stored === null ? '' : String(props.stored);
  const [typed, setTyped] = useState(stored);
  const [wrong, setWrong] = useState<string | undefined>();
  const text = typed.trim();
  const changed = text !== stored;
  useUnsaved(changed);
  const { run, busy } = useAction({
    call: props.save,
    successToast: ({ message }) => message,
    refresh: [props.refresh],
    onFailure: (error) => {
      const field = error instanceof ApiError ? error.fields['aDay'] : undefined;
      setWrong(field);
      if (field === undefined) notifyFailure(error, toastLife.long);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
    if (text === '' && empty !== undefined) void run(empty.value);
    else if (number <= linksADay.max) void run(number);
    else setWrong(m.links_settings_invalid({ max: linksADay.max }));
  };
  const change = (to: string): void => {
    setWrong(undefined);
    setTyped(to);
  };
  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <TextInput
        label={m.links_settings_label()}
        description={help}
        placeholder={empty?.shown}
        inputMode="numeric"
        value={typed}
        error={wrong}
        readOnly={!mayChange}
        maxLength={6}
        maw={320}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {mayChange && changed && (
        <Group gap="sm" mt="lg">
          <Button type="submit" loading={busy}>
            {m.common_save()}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => change(stored)}>
            {m.common_cancel()}
          </Button>
        </Group>
      )}
    </form>
  );
}
