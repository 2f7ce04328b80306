import { useState } from 'react';
import { Button, Group, Modal, Radio, Select } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Customer } from '@lintel/contract/customers/customer';
import { customerLimits, maxCustomerTags } from '@lintel/contract/customers/constants';
import { openDialog } from '../../lib/dialog.ts';
import { formatPhone } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { customersView } from './customers-view.ts';
import { mergeCustomers } from './import-requests.ts';
import { customerQuery, customersKey, customersQuery } from './requests.ts';
import classes from './merge-modal.module.css';

interface Props {
  /** The customer to keep. */
  id: number;
  /** The other customer; if omitted, choosing it is the first step. */
  otherId?: number;
  onClose(): void;
  onDone(id: number): void;
}

/** Merges two customers, field by field. */
export function MergeModal({ id, otherId, onClose, onDone }: Props) {
  const [chosen, setChosen] = useState(otherId ?? null);
  const one = useQuery(customerQuery(id));
  const other = useQuery({ ...customerQuery(chosen ?? 0), enabled: chosen !== null });
  const narrow = useMediaQuery('(max-width: 599px)') ?? false;
  const failed = one.isError || other.isError;
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.customers_merge_title()}
      size={680}
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      {chosen === null && <ChooseOther id={id} onChosen={setChosen} />}
      {failed && <ErrorState onRetry={() => void Promise.all([one.refetch(), other.refetch()])} />}
      {chosen !== null && one.data && other.data && (
        <Choices
          key={`${one.data.version} ${other.data.version}`}
          one={one.data}
          other={other.data}
          onClose={onClose}
          onDone={onDone}
        />
      )}
      {chosen !== null && !failed && !(one.data && other.data) && (
        <SkeletonRows columns={2} rows={5} />
      )}
    </Modal>
  );
}

/** Searches for the other customer. */
function ChooseOther({ id, onChosen }: { id: number; onChosen(id: number): void }) {
  const userId = useSession().user.id;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 300);
  const found = useQuery(customersQuery(userId, { ...customersView.standard, limit: 10, search }));
  const data = (found.data?.data ?? [])
    .filter((row) => row.id !== id)
    .map((row) => ({
      value: String(row.id),
      label: [row.name, row.phone && formatPhone(row.phone), row.city].filter(Boolean).join(' · '),
    }));
  return (
    <Select
      label={m.customers_merge_other()}
      description={m.customers_merge_help()}
      placeholder={m.customers_filters_searchPlaceholder()}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={data}
      filter={({ options }) => options}
      nothingFoundMessage={m.common_noOneFound()}
      value={null}
      onChange={(value) => value !== null && onChosen(Number(value))}
      data-autofocus
    />
  );
}

const fields = ['name', 'phone', 'email', 'address', 'notes'] as const;
type Field = (typeof fields)[number];
type Side = 'one' | 'other' | 'both';

const labels: Record<Field, string> = {
  name: m.common_name(),
  phone: m.common_phone(),
  email: m.common_email(),
  address: m.common_address(),
  notes: m.common_notes(),
};

function fieldText(customer: Customer, field: Field): string {
  if (field === 'address')
    return [customer.street, customer.city, customer.state, customer.zip]
      .filter(Boolean)
      .join(', ');
  return field === 'phone' ? formatPhone(customer.phone) : customer[field];
}

/** The default values: the kept customer's, else the other one's. */
function firstChoice(one: Customer, other: Customer, field: Field): Side {
  if (field === 'notes' && one.notes !== '' && other.notes !== '') return 'both';
  return fieldText(one, field) === '' && fieldText(other, field) !== '' ? 'other' : 'one';
}

function Choices({
  one,
  other,
  onClose,
  onDone,
}: Pick<Props, 'onClose' | 'onDone'> & { one: Customer; other: Customer }) {
  const [sides, setSides] = useState(
    () => new Map(fields.map((field) => [field, firstChoice(one, other, field)])),
  );
  const from = (field: Field): Customer => (sides.get(field) === 'other' ? other : one);
  const notes =
    sides.get('notes') === 'both' ? `${one.notes}\n\n${other.notes}` : from('notes').notes;
  const { street, city, state, zip } = from('address');
  const { busy, run } = useAction({
    ask: () =>
      openDialog({
        title: m.customers_merge_question({ name: from('name').name }),
        text: m.customers_merge_text(),
        confirm: m.customers_merge_submit(),
        cancel: m.common_cancel(),
        tone: 'warning',
      }),
    call: () =>
      mergeCustomers({
        params: { id: one.id },
        body: {
          name: from('name').name,
          phone: from('phone').phone,
          email: from('email').email,
          street,
          city,
          state,
          zip,
          notes: notes.slice(0, customerLimits.notes),
          tags: [...new Set([...one.tags, ...other.tags])].slice(0, maxCustomerTags),
          otherId: other.id,
          version: one.version,
          otherVersion: other.version,
        },
      }),
    successToast: ({ message }) => message,
    refresh: [customersKey],
    refreshAlways: true,
    onDone: () => onDone(one.id),
  });
  return (
    <div className={classes.choices}>
      {fields.map((field) => (
        <FieldChoice
          key={field}
          field={field}
          one={one}
          other={other}
          value={sides.get(field) ?? 'one'}
          onChange={(side) => setSides((before) => new Map(before).set(field, side))}
        />
      ))}
      <Group gap="sm">
        <Button onClick={() => void run()} loading={busy}>
          {m.customers_merge_submit()}
        </Button>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {m.common_cancel()}
        </Button>
      </Group>
    </div>
  );
}

/** Which of two values to keep; hidden for equal values. */
function FieldChoice({
  field,
  one,
  other,
  value,
  onChange,
}: {
  field: Field;
  one: Customer;
  other: Customer;
  value: Side;
  onChange(side: Side): void;
}) {
  const [ownText, otherText] = [fieldText(one, field), fieldText(other, field)];
  if (ownText === otherText) return null;
  const canBoth = field === 'notes' && ownText !== '' && otherText !== '';
  return (
    <Radio.Group
      label={labels[field]}
      value={value}
      onChange={(side) => onChange(side === 'other' || side === 'both' ? side : 'one')}
    >
      <div className={classes.options}>
        <Radio value="one" label={ownText || m.customers_merge_empty()} />
        <Radio value="other" label={otherText || m.customers_merge_empty()} />
        {canBoth && <Radio value="both" label={m.customers_merge_both()} />}
      </div>
    </Radio.Group>
  );
}
