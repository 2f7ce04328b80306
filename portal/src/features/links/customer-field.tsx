import { useEffect, useRef } from 'react';
import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { formatPhone } from '../../lib/format.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { customersQuery } from './requests.ts';
import type { SendValues } from './send-request.ts';
import classes from './send-sheet.module.css';

interface Props {
  userId: number;
  values: SendValues;
  error: string | undefined;
  onName(name: string): void;
  onCustomer(customer: Pick<SendValues, 'customerId' | 'name' | 'phone' | 'email'>): void;
}

/** The recipient: an existing customer found by typing, or a new one. */
export function CustomerField(props: Props) {
  const { values, onCustomer } = props;
  if (values.customerId === undefined) return <NameField {...props} />;
  return (
    <div className={classes.customer}>
      <div>
        <span className={classes.label}>{m.common_customer()}</span>
        <strong>{values.name}</strong>
      </div>
      <PlainButton
        small
        onClick={() => onCustomer({ customerId: undefined, name: '', phone: '', email: '' })}
      >
        {m.common_otherCustomer()}
      </PlainButton>
    </div>
  );
}

function NameField({ userId, values: { name }, error, onName, onCustomer }: Props) {
  const [words] = useDebouncedValue(name.trim(), 200);
  const isSearching = words.length > 1;
  const { data } = useQuery({ ...customersQuery(userId, words), enabled: isSearching });
  const found = isSearching ? (data?.data ?? []) : [];
  const input = useRef<HTMLInputElement>(null);
  // The dialog sets its initial focus before this field has loaded.
  useEffect(() => input.current?.focus(), []);
  const choose = (value: string): void => {
    const one = found.find(({ id }) => value === String(id));
    if (one !== undefined)
      onCustomer({ customerId: one.id, name: one.name, phone: one.phone, email: one.email });
  };
  return (
    <Autocomplete
      ref={input}
      label={m.common_customer()}
      description={m.links_customer_help()}
      placeholder={m.common_name()}
      required
      maxLength={150}
      autoComplete="off"
      data-autofocus
      value={name}
      error={error}
      aria-invalid={error !== undefined}
      // The server does the search, and matches may be in fields other than the name.
      filter={({ options }) => options}
      data={found.map(({ id, name: label }) => ({ value: String(id), label }))}
      renderOption={({ option }) => {
        const one = found.find(({ id }) => option.value === String(id));
        return one === undefined ? null : (
          <span className={classes.option}>
            <strong>{one.name}</strong>
            <small>{[formatPhone(one.phone), one.email].filter(Boolean).join(' · ')}</small>
          </span>
        );
      }}
      onChange={onName}
      onOptionSubmit={choose}
    />
  );
}
