import { Autocomplete, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { viewAccess } from '@lintel/contract/core/access';
import { isOneOf } from '@lintel/contract/core/narrow';
import { addressStateCodes, addressStates } from '@lintel/contract/core/us-states';
import { documentTextLimits as limits } from '@lintel/contract/documents/constants';
import { formatPhone } from '../../../lib/format.ts';
import { may, useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/card.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { customersQuery } from '../requests.ts';
import type { Editor } from './use-editor.ts';
import { noCustomer, type CustomerValues } from './values.ts';
import classes from './editor.module.css';

interface Props {
  editor: Editor;
  userId: number;
}

/** The document's customer: a searched existing customer, or a new one. */
export function CustomerFields({ editor, userId }: Props) {
  const { values, now, setValue, setErrors } = editor;
  const set = (change: Partial<CustomerValues>): void => {
    setErrors((errors) =>
      Object.fromEntries(
        Object.entries(errors).filter(([name]) => !(name.replace('customer.', '') in change)),
      ),
    );
    setValue('customer', { ...now().customer, ...change });
  };
  const field = (name: keyof CustomerValues) => ({
    name: `customer.${name}`,
    error: editor.errors[`customer.${name}`],
    'aria-invalid': editor.errors[`customer.${name}`] !== undefined,
    onBlur: () => editor.checkField(`customer.${name}`),
  });
  const text = (name: Exclude<keyof CustomerValues, 'state' | 'phone'>) => ({
    ...field(name),
    value: values.customer[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value }),
    autoComplete: 'off',
  });
  return (
    <Card title={m.common_customer()} action={<CustomerSummary editor={editor} />}>
      <div className={classes.fields}>
        <NameField editor={editor} userId={userId} field={field('name')} set={set} />
        <TextInput {...text('company')} label={m.common_company()} maxLength={limits.company} />
        <TextInput {...text('email')} label={m.common_email()} type="email" maxLength={250} />
        <PhoneField
          label={m.common_phone()}
          field={field('phone')}
          value={values.customer.phone}
          onChange={(phone) => set({ phone })}
        />
        <TextInput {...text('street')} label={m.customers_street()} maxLength={limits.street} />
        <TextInput {...text('city')} label={m.common_city()} maxLength={limits.city} />
        <Select
          {...field('state')}
          label={m.common_state()}
          data={Object.entries(addressStates).map(([value, label]) => ({ value, label }))}
          value={values.customer.state === '' ? null : values.customer.state}
          onChange={(state) => set({ state: isOneOf(addressStateCodes, state) ? state : '' })}
          searchable
          clearable
        />
        <TextInput {...text('zip')} label={m.customers_zip()} maxLength={limits.zip} />
      </div>
    </Card>
  );
}

/** The known customer, and how to choose another one. */
function CustomerSummary({ editor: { values, setValue } }: { editor: Editor }) {
  if (values.customerId === null) return null;
  return (
    <PlainButton
      small
      onClick={() => {
        setValue('customerId', null);
        setValue('customer', noCustomer);
      }}
    >
      {m.common_otherCustomer()}
    </PlainButton>
  );
}

const customerAccess = viewAccess('customers');

function NameField({
  editor: { values, setValue },
  userId,
  field,
  set,
}: Props & {
  field: { name: string; error: string | undefined; 'aria-invalid': boolean; onBlur(): void };
  set(change: Partial<CustomerValues>): void;
}) {
  const { customerId, customer } = values;
  const maySearch = may(useSession(), customerAccess);
  const [words] = useDebouncedValue(customer.name.trim(), 200);
  const isSearching = maySearch && customerId === null && words.length > 1;
  const { data } = useQuery({ ...customersQuery(userId, words), enabled: isSearching });
  const found = isSearching ? (data?.data ?? []) : [];
  const choose = (id: string): void => {
    const one = found.find((customer) => String(customer.id) === id);
    if (one === undefined) return;
    const { name, street, city, state, zip, email, phone } = one;
    setValue('customerId', one.id);
    set({
      name,
      street,
      city,
      state: isOneOf(addressStateCodes, state) ? state : '',
      zip,
      email,
      phone,
    });
  };
  return (
    <Autocomplete
      {...field}
      className={classes.wide ?? ''}
      label={m.common_name()}
      description={
        customerId === null
          ? maySearch
            ? m.documents_editor_customerSearch()
            : m.documents_editor_customerNew()
          : m.documents_editor_customerHelp()
      }
      required
      withAsterisk={false}
      maxLength={limits.fullName}
      autoComplete="off"
      value={customer.name}
      // The server has already filtered: a match can be in a field other than the name.
      filter={({ options }) => options}
      data={found.map(({ id, name: label }) => ({ value: String(id), label }))}
      renderOption={({ option }) => {
        const one = found.find(({ id }) => option.value === String(id));
        return one === undefined ? null : (
          <span className={classes.option}>
            <strong>{one.name}</strong>
            <small>
              {[formatPhone(one.phone), one.email, one.city].filter(Boolean).join(' · ')}
            </small>
          </span>
        );
      }}
      onChange={(name) => set({ name })}
      onOptionSubmit={choose}
    />
  );
}
