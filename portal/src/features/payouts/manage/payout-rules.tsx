import { useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ActionIcon, Button, Input, Modal, Switch } from '@mantine/core';
import * as m from '#messages';
import type {
  PayoutSettings,
  StoredPayoutSettings,
  readPayoutSettings,
  savePayoutSettings,
} from '@lintel/contract/payouts/settings';
import { readNumber } from '@lintel/contract/core/numbers';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { toastLife } from '../../../lib/toast.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { IconPlus, IconTrash, IconSettings } from '../../../ui/icons.ts';
import { moneyLook, NumberField, normalizeNumber } from '../../../ui/number-field.tsx';
import { managedKey } from './payout-list.tsx';
import classes from './manage.module.css';

const get = call<typeof readPayoutSettings>({ method: 'GET', path: '/payout-settings' });
const post = call<typeof savePayoutSettings>(
  { method: 'POST', path: '/payout-settings' },
  { handles: [409, 422, 500] },
);

const settingsQuery = queryOptions({
  queryKey: [...managedKey, 'settings'],
  queryFn: ({ signal }) => get({}, { signal }),
});

const saveSettings = (settings: StoredPayoutSettings) => post({ body: settings });

const errorFields = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? error.fields : {};

/** The payout rules while editing, and the server's errors by its field names. */
function useRules(settings: StoredPayoutSettings, onSaved: () => void) {
  const [draft, setDraft] = useState(settings);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { run, busy } = useAction({
    call: () => saveSettings(draft),
    successToast: ({ message }) => message,
    refresh: [managedKey],
    refreshAlways: true,
    onDone: onSaved,
    onFailure: (error) => {
      const fields = errorFields(error);
      setErrors(fields);
      if (Object.keys(fields).length === 0) notifyFailure(error, toastLife.long);
    },
  });
  const change = (part: Partial<PayoutSettings>): void => {
    setErrors({});
    setDraft({ ...draft, ...part });
  };
  return { draft, errors, change, busy, save: () => void run() };
}

const formatAmount = (dollars: number): string => normalizeNumber(dollars.toFixed(2), moneyLook);

type Threshold = PayoutSettings['thresholds'][number];
/** The key identifies a row, because both of its values are editable. */
type Row = Threshold & { key: number; typed: string };

interface Props {
  thresholds: readonly Threshold[];
  mayChange: boolean;
  /** Errors by server field name: `thresholds`, `thresholds.0.from`. */
  errors: Readonly<Record<string, string>>;
  onChange: (thresholds: Threshold[]) => void;
}

/** The totals from which a W-9 is required, each with its effective date. */
function Thresholds({ thresholds, mayChange, errors, onChange }: Props) {
  const [rows, show] = useState<Row[]>(() =>
    thresholds.map((one, key) => ({ ...one, key, typed: formatAmount(one.amount) })),
  );
  const put = (next: Row[]): void => {
    show(next);
    onChange(next.map(({ from, amount }) => ({ from, amount })));
  };
  const change = (key: number, part: Partial<Row>): void =>
    put(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = (): void => {
    const last = rows.at(-1);
    const amount = last?.amount ?? 0;
    put([...rows, { key: (last?.key ?? 0) + 1, from: '', amount, typed: formatAmount(amount) }]);
  };
  return (
    <fieldset className={classes.thresholds}>
      <legend>{m.payouts_rules_threshold_label()}</legend>
      {rows.map((row, index) => (
        <ThresholdRow
          key={row.key}
          row={row}
          name={m.payouts_rules_threshold_number({ index: index + 1 })}
          mayChange={mayChange}
          errors={{
            from: errors[`thresholds.${index}.from`],
            amount: errors[`thresholds.${index}.amount`],
          }}
          onChange={(part) => change(row.key, part)}
          {...(rows.length > 1 && {
            onRemove: () => put(rows.filter(({ key }) => key !== row.key)),
          })}
        />
      ))}
      {errors['thresholds'] !== undefined && (
        <Input.Error role="alert">{errors['thresholds']}</Input.Error>
      )}
      {mayChange && (
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {m.payouts_rules_threshold_add()}
        </Button>
      )}
    </fieldset>
  );
}

interface RowProps {
  row: Row;
  name: string;
  mayChange: boolean;
  errors: { from: string | undefined; amount: string | undefined };
  onChange: (part: Partial<Row>) => void;
  onRemove?: () => void;
}

const ThresholdRow = ({
  row: { from, typed },
  name,
  mayChange,
  errors,
  onChange,
  onRemove,
}: RowProps) => (
  <div>
    <DateField
      aria-label={m.payouts_rules_threshold_from({ name })}
      value={from}
      error={errors.from}
      readOnly={!mayChange}
      onChange={(day) => onChange({ from: day })}
    />
    <NumberField
      aria-label={m.payouts_rules_threshold_amount({ name })}
      value={typed}
      error={errors.amount}
      look={moneyLook}
      readOnly={!mayChange}
      onChange={(text) => onChange({ typed: text, amount: readNumber(text) })}
    />
    {mayChange && onRemove !== undefined && (
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        aria-label={m.common_removeNamed({ name: name.toLowerCase() })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    )}
  </div>
);

/**
 * The payout rules. Everyone on this screen can view them; staff who may change settings can edit.
 */
export function SettingsButton({ mayChange }: { mayChange: boolean }) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(settingsQuery);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSettings size={16} aria-hidden />}
        disabled={data === undefined}
        onClick={() => setOpen(true)}
      >
        {m.payouts_rules_title()}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={m.payouts_rules_title()}
        size={560}
      >
        {data && <Rules settings={data} mayChange={mayChange} onClose={() => setOpen(false)} />}
      </Modal>
    </>
  );
}

interface RulesProps {
  settings: StoredPayoutSettings;
  mayChange: boolean;
  onClose: () => void;
}

function Rules({ settings, mayChange, onClose }: RulesProps) {
  const { draft, errors, change, save, busy } = useRules(settings, onClose);
  return (
    <div className={classes.rules}>
      <Switch
        label={m.payouts_rules_auto_label()}
        description={m.payouts_rules_auto_help()}
        checked={draft.automatic}
        disabled={!mayChange}
        onChange={(event) => change({ automatic: event.currentTarget.checked })}
      />
      <Switch
        label={m.payouts_rules_onePerson_label()}
        description={m.payouts_rules_onePerson_help()}
        checked={draft.onePerson}
        disabled={!mayChange}
        onChange={(event) => change({ onePerson: event.currentTarget.checked })}
      />
      <Thresholds
        thresholds={draft.thresholds}
        mayChange={mayChange}
        errors={errors}
        onChange={(thresholds) => change({ thresholds })}
      />
      {mayChange ? (
        <Button loading={busy} onClick={save}>
          {m.common_save()}
        </Button>
      ) : (
        <p className={classes.quiet}>{m.payouts_rules_locked()}</p>
      )}
    </div>
  );
}
