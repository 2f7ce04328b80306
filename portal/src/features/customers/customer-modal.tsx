import { useState } from 'react';
import { Checkbox, Modal, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { phonePattern } from '@lintel/contract/core/field-rules';
import { isAddress } from '@lintel/contract/core/fields';
import { addressStates } from '@lintel/contract/core/us-states';
import { customerLimits as limits, maxCustomerTags } from '@lintel/contract/customers/constants';
import type { Customer } from '@lintel/contract/customers/customer';
import { useEditForm, type Labels } from '../../lib/edit-form/use-edit-form.ts';
import { useDraftName } from '../../lib/form/form-draft.ts';
import { closeForm } from '../../lib/form/confirmations.ts';
import { formatPhone } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { ChangedNotice } from '../../ui/changed-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Link } from '../../ui/link.tsx';
import { RestoredLine } from '../../ui/restored-line.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import {
  duplicateContactsQuery,
  createCustomer,
  customersKey,
  editCustomer,
  findCustomer,
  tagsQuery,
} from './requests.ts';
import classes from './customer-modal.module.css';

interface Values {
  name: string;
  phone: string;
  email: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  tags: string[];
  notes: string;
}

const toValues = (customer: Customer | null): Values => ({
  name: customer?.name ?? '',
  phone: customer?.phone ?? '',
  email: customer?.email ?? '',
  street: customer?.street ?? '',
  city: customer?.city ?? '',
  state: customer?.state ?? '',
  zip: customer?.zip ?? '',
  tags: customer?.tags ?? [],
  notes: customer?.notes ?? '',
});

const labels: Labels<Values> = {
  name: m.common_name(),
  phone: m.common_phone(),
  email: m.common_email(),
  street: m.customers_street(),
  city: m.common_city(),
  state: m.common_state(),
  zip: m.customers_zip(),
  tags: m.customers_tags(),
  notes: m.common_notes(),
};

interface Props {
  /** The edited customer; null adds one. */
  customer: Customer | null;
  onClose(): void;
  onSaved?(customer: Customer): void;
}

function useCustomerForm({ customer, onClose, onSaved }: Props) {
  const client = useQueryClient();
  const [anyway, setAnyway] = useState(false);
  const draftName = useDraftName(`customer.${customer?.id ?? 'new'}`);
  const used = useEditForm({
    draftName,
    item: customer,
    toValues,
    labels,
    rules: () => import('@lintel/contract/customers/customer').then((rules) => rules.customerForm),
    save: (seen, sent) =>
      seen === null
        ? createCustomer({ body: { ...sent, anyway } })
        : editCustomer({ params: { id: seen.id }, body: { ...sent, version: seen.version } }),
    find: (id) => findCustomer(id).then(({ data }) => data),
    onSaved: async ({ message, data }) => {
      showToast(message);
      // Refresh the lists first: a reopened form must start from the stored customer.
      await client.invalidateQueries({ queryKey: customersKey });
      onClose();
      onSaved?.(data);
    },
    onFailure: (error, isChoice) => {
      if (!isChoice) notifyFailure(error);
    },
    fieldFor: (name) => name.split('.')[0] ?? name,
  });
  return { ...used, anyway, setAnyway };
}

/** Adds or edits a customer. */
export function CustomerModal(props: Props) {
  const { customer, onClose } = props;
  const used = useCustomerForm(props);
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const { field, conflict } = used;
  const leave = (): void => {
    used.kept.remove();
    onClose();
  };
  const close = (): void =>
    void closeForm(leave, { dirty: used.dirty, lost: m.common_unsavedChanges() });
  return (
    <Modal
      opened
      onClose={close}
      title={customer === null ? m.customers_add() : m.customers_edit()}
      size={620}
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      <form {...used.form}>
        {conflict && (
          <ChangedNotice
            differing={conflict.differing}
            onKeep={used.overwriteStored}
            onDiscardOwn={used.discardOwn}
          />
        )}
        <RestoredLine kept={used.kept} />
        <div className={classes.fields}>
          <TextInput
            {...field('name')}
            className={classes.wide ?? ''}
            label={labels.name}
            required
            maxLength={limits.name}
            autoComplete="off"
            data-autofocus
          />
          <PhoneField
            label={m.common_phone()}
            field={field('phone')}
            value={used.values.phone}
            onChange={(phone) => used.setValue('phone', phone)}
          />
          <TextInput
            {...field('email')}
            label={labels.email}
            type="email"
            maxLength={limits.email}
            autoComplete="off"
          />
          <DuplicateNotice used={used} id={customer?.id} />
          <AddressFields used={used} />
          <TagsField used={used} />
          <Textarea
            {...field('notes')}
            className={classes.wide ?? ''}
            label={labels.notes}
            description={m.customers_form_notesHelp()}
            maxLength={limits.notes}
            autosize
            minRows={3}
            maxRows={10}
          />
        </div>
        <FormActions
          submit={customer === null ? m.customers_add() : m.common_save()}
          busy={used.busy}
          onCancel={close}
        />
      </form>
    </Modal>
  );
}

type CustomerFormState = ReturnType<typeof useCustomerForm>;

const AddressFields = ({
  used: { field, values, errors, setValue },
}: {
  used: CustomerFormState;
}) => (
  <>
    <TextInput
      {...field('street')}
      className={classes.wide ?? ''}
      label={labels.street}
      maxLength={limits.street}
      autoComplete="off"
    />
    <TextInput {...field('city')} label={labels.city} maxLength={limits.city} autoComplete="off" />
    <div className={classes.pair}>
      <Select
        label={labels.state}
        data={Object.entries(addressStates).map(([value, label]) => ({ value, label }))}
        value={values.state === '' ? null : values.state}
        onChange={(state) => setValue('state', state ?? '')}
        error={errors['state']}
        searchable
        clearable
      />
      <TextInput {...field('zip')} label={labels.zip} maxLength={10} autoComplete="off" />
    </div>
  </>
);

function TagsField({ used: { values, errors, setValue } }: { used: CustomerFormState }) {
  const userId = useSession().user.id;
  const known = useQuery(tagsQuery(userId)).data ?? [];
  return (
    <TagsInput
      className={classes.wide ?? ''}
      label={labels.tags}
      description={m.customers_form_tagsHelp()}
      data={known.map(({ tag }) => tag)}
      value={values.tags}
      onChange={(tags) => setValue('tags', [...new Set(tags.map((tag) => tag.toLowerCase()))])}
      error={errors['tags']}
      maxTags={maxCustomerTags}
      acceptValueOnBlur
    />
  );
}

/** Warns about customers with the same phone or e-mail, to prevent duplicates. */
function DuplicateNotice({ used, id }: { used: CustomerFormState; id: number | undefined }) {
  const { phone, email } = used.values;
  const [typed] = useDebouncedValue(
    {
      phone: phonePattern.test(phone) ? phone : '',
      email: isAddress(email.trim()) ? email.trim() : '',
    },
    300,
  );
  const alike = useQuery({
    ...duplicateContactsQuery({ ...typed, ...(id !== undefined && { id }) }),
    enabled: typed.phone !== '' || typed.email !== '',
  });
  const found = typed.phone === '' && typed.email === '' ? [] : (alike.data ?? []);
  if (found.length === 0) return null;
  return (
    <div className={classes.alike} role="status">
      <p>
        {id === undefined ? m.customers_form_alreadyCustomer() : m.customers_form_sameContact()}
      </p>
      <ul>
        {found.map((one) => (
          <li key={one.id}>
            <Link to={`/customers/${one.id}`}>{one.name}</Link>
            <span>
              {[one.phone && formatPhone(one.phone), one.email].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {id === undefined && (
        <Checkbox
          label={m.customers_form_addAnyway()}
          checked={used.anyway}
          onChange={(event) => used.setAnyway(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
