import { useState, type FormEvent, type ReactNode } from 'react';
import { ActionIcon, Button, MultiSelect, Select, TextInput } from '@mantine/core';
import * as m from '#messages';
import { keysOf } from '@lintel/contract/core/map-values';
import { usStateCodes, usStates } from '@lintel/contract/core/us-states';
import type {
  Lender,
  License,
  ProviderFacts,
  StoredProvider,
} from '@lintel/contract/legal/provider';
import { ApiError, isConflict } from '../../../lib/api/api-error.ts';
import { useGuardedSave } from '../../../lib/edit-form/use-guarded-save.ts';
import { useUnsaved } from '../../../lib/form/unsaved.tsx';
import { notifyFailure } from '../../../lib/failure.ts';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { IconPlus, IconTrash } from '../../../ui/icons.ts';
import { postProvider, providerQuery } from '../requests.ts';
import classes from './provider.module.css';

interface Props {
  base: StoredProvider;
  onDone(): void;
}

/** Rows have stable keys, so removing one keeps the input of the others in place. */
type WithKey<Row> = Row & { key: number };
interface ProviderInput {
  legalName: string;
  address: string;
  nmlsId: string;
  licenses: WithKey<License>[];
  lenders: WithKey<Lender>[];
}

const keyed = <Row,>(rows: readonly Row[]): WithKey<Row>[] =>
  rows.map((row, key) => ({ ...row, key }));
const nextKey = (rows: readonly { key: number }[]): number =>
  Math.max(-1, ...rows.map(({ key }) => key)) + 1;

function toFacts({ licenses, lenders, ...typed }: ProviderInput): ProviderFacts {
  return {
    ...typed,
    licenses: licenses.map(({ key: _key, ...row }) => row),
    lenders: lenders.map(({ key: _key, ...row }) => row),
  };
}

function useProviderForm({ base, onDone }: Props) {
  const [start] = useState(base);
  const [typed, setTyped] = useState<ProviderInput>({
    ...start.provider,
    licenses: keyed(start.provider.licenses),
    lenders: keyed(start.provider.lenders),
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const saving = useGuardedSave({
    call: (provider: ProviderFacts, over) =>
      postProvider({ body: { provider, ...(!over && { lastEdit: start.lastEdit }) } }),
    successToast: ({ message }) => message,
    refresh: [providerQuery.queryKey],
    onDone,
    onFailure: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (!isConflict(error) && Object.keys(fields).length === 0) notifyFailure(error);
    },
  });
  const sent = toFacts(typed);
  const dirty = JSON.stringify(sent) !== JSON.stringify(start.provider);
  return {
    ...saving,
    typed,
    dirty,
    error: (field: string): string | undefined => errors[`provider.${field}`],
    change: (part: Partial<ProviderInput>): void => {
      setErrors({});
      setTyped({ ...typed, ...part });
    },
    submit: (event: FormEvent): void => {
      event.preventDefault();
      if (saving.busy) return;
      if (dirty) void saving.save(sent);
      else onDone();
    },
    overwriteStored: () => void saving.save(sent, true),
  };
}
type ProviderFormState = ReturnType<typeof useProviderForm>;

export function ProviderForm(props: Props) {
  const form = useProviderForm(props);
  useUnsaved(form.dirty);
  return (
    <form onSubmit={form.submit} aria-label={m.legal_provider_edit()} noValidate>
      {form.conflict !== null && (
        <ChangedNotice
          text={form.conflict}
          onKeep={form.overwriteStored}
          onDiscardOwn={form.discardOwn}
        />
      )}
      <div className={classes.fields}>
        <TextInput
          label={m.legal_provider_legalName()}
          value={form.typed.legalName}
          onChange={(event) => form.change({ legalName: event.currentTarget.value })}
          error={form.error('legalName')}
          maxLength={200}
        />
        <TextInput
          label={m.legal_provider_nmlsId()}
          value={form.typed.nmlsId}
          onChange={(event) => form.change({ nmlsId: event.currentTarget.value })}
          error={form.error('nmlsId')}
          inputMode="numeric"
          maxLength={12}
        />
        <TextInput
          className={classes.wide ?? ''}
          label={m.legal_provider_address()}
          value={form.typed.address}
          onChange={(event) => form.change({ address: event.currentTarget.value })}
          error={form.error('address')}
          maxLength={250}
        />
      </div>
      <Licenses form={form} />
      <Lenders form={form} />
      <FormActions submit={m.common_save()} busy={form.busy} onCancel={props.onDone} />
    </form>
  );
}

const states = keysOf(usStates).map((value) => ({ value, label: usStates[value] }));

function Licenses({ form: { typed, change, error } }: { form: ProviderFormState }) {
  const { licenses } = typed;
  const set = (key: number, part: Partial<License>): void =>
    change({ licenses: licenses.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  return (
    <Rows
      title={m.legal_provider_licenses()}
      add={m.legal_provider_addLicense()}
      onAdd={() =>
        change({
          licenses: [...licenses, { state: 'AL', number: '', name: '', key: nextKey(licenses) }],
        })
      }
    >
      {licenses.map((row, index) => (
        <Row
          key={row.key}
          label={m.legal_provider_licenseNumber({ index: index + 1 })}
          onRemove={() => change({ licenses: licenses.filter(({ key }) => key !== row.key) })}
        >
          <Select
            label={m.common_state()}
            data={states}
            searchable
            value={row.state}
            onChange={(value) => {
              const state = keysOf(usStates).find((one) => one === value);
              if (state !== undefined) set(row.key, { state });
            }}
            error={error(`licenses.${index}.state`)}
          />
          <TextInput
            label={m.legal_provider_licenseName()}
            value={row.name}
            onChange={(event) => set(row.key, { name: event.currentTarget.value })}
            error={error(`licenses.${index}.name`)}
            maxLength={120}
          />
          <TextInput
            label={m.common_number()}
            value={row.number}
            onChange={(event) => set(row.key, { number: event.currentTarget.value })}
            error={error(`licenses.${index}.number`)}
            maxLength={60}
          />
        </Row>
      ))}
    </Rows>
  );
}

function Lenders({ form: { typed, change, error } }: { form: ProviderFormState }) {
  const { lenders } = typed;
  const set = (key: number, part: Partial<Lender>): void =>
    change({ lenders: lenders.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  const fields = [
    ['name', m.common_name(), 120],
    ['nmlsId', m.legal_provider_nmlsId(), 12],
    ['website', m.common_website(), 200],
  ] as const;
  return (
    <Rows
      title={m.legal_provider_lenders()}
      add={m.legal_provider_addLender()}
      onAdd={() =>
        change({
          lenders: [
            ...lenders,
            { name: '', nmlsId: '', website: '', states: [], key: nextKey(lenders) },
          ],
        })
      }
    >
      {lenders.map((row, index) => (
        <Row
          key={row.key}
          label={m.legal_provider_lenderNumber({ index: index + 1 })}
          onRemove={() => change({ lenders: lenders.filter(({ key }) => key !== row.key) })}
        >
          {fields.map(([name, label, max]) => (
            <TextInput
              key={name}
              label={label}
              value={row[name]}
              onChange={(event) => set(row.key, { [name]: event.currentTarget.value })}
              error={error(`lenders.${index}.${name}`)}
              maxLength={max}
            />
          ))}
          <MultiSelect
            className={classes.states ?? ''}
            label={m.legal_provider_statesServed()}
            placeholder={row.states.length === 0 ? m.legal_provider_allStates() : ''}
            data={states}
            searchable
            value={row.states}
            onChange={(chosen) =>
              set(row.key, { states: usStateCodes.filter((code) => chosen.includes(code)) })
            }
            error={error(`lenders.${index}.states`)}
          />
        </Row>
      ))}
    </Rows>
  );
}

interface RowsProps {
  title: string;
  add: string;
  onAdd(): void;
  children: ReactNode;
}

const Rows = ({ title, add, onAdd, children }: RowsProps) => (
  <fieldset className={classes.rows}>
    <legend>{title}</legend>
    {children}
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onAdd}
    >
      {add}
    </Button>
  </fieldset>
);

interface RowProps {
  label: string;
  onRemove(): void;
  children: ReactNode;
}

const Row = ({ label, onRemove, children }: RowProps) => (
  <div className={classes.row} role="group" aria-label={label}>
    {children}
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={m.legal_provider_removeNamed({ label })}
      onClick={onRemove}
    >
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  </div>
);
