import { useState } from 'react';
import { Button, Modal, TextInput } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type {
  listUnsubscribers,
  resubscribe as resubscribeEndpoint,
  unsubscribe as unsubscribeEndpoint,
  Unsubscriber,
} from '@lintel/contract/emails/templates';
import {
  unsubscribeSources,
  type unsubscriberOrders,
  type UnsubscribeSource,
} from '@lintel/contract/emails/constants';
import { call } from '../../lib/api/call.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { tellAndThrow } from '../../lib/unexpected.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { AddressList, dayColumn, type AddressView } from './address-list.tsx';
import { missingOf, quietRows, type Missing } from './list-props.tsx';
import classes from './emails.module.css';

/** A failed list shows nothing about it, so the application does not speak of it either. */
const getUnsubscribers = call<typeof listUnsubscribers>(
  { method: 'GET', path: '/manage/emails/unsubscribers' },
  { handles: [500] },
);

interface UnsubscribersView extends AddressView {
  source: UnsubscribeSource | '';
}

const firstUnsubscribers: UnsubscribersView = {
  page: 1,
  limit: 25,
  order: '-date',
  email: '',
  source: '',
};
const unsubscribersKey = ['emails', 'unsubscribers'] as const;

/** One page of the unsubscribed addresses. While the next one loads, the last one stays. */
const unsubscribersQuery = ({ page, limit, order, email, source }: UnsubscribersView) =>
  queryOptions({
    queryKey: [...unsubscribersKey, { page, limit, order, email, source }],
    queryFn: ({ signal }) =>
      getUnsubscribers({ query: { page, limit, order, filters: { email, source } } }, { signal }),
    placeholderData: keepPreviousData,
  });

const sendResubscribe = call<typeof resubscribeEndpoint>(
  { method: 'POST', path: '/manage/emails/unsubscribers/resubscribe', encoding: 'form' },
  { handles: [500] },
);

/** Lets an address get every message again. */
const resubscribe = (email: string) => sendResubscribe({ body: { email } });

const sendUnsubscribe = call<typeof unsubscribeEndpoint>(
  { method: 'POST', path: '/manage/emails/unsubscribers/unsubscribe', encoding: 'form' },
  { handles: [500] },
);

/** Unsubscribes an address by hand. */
const unsubscribe = (email: string) => sendUnsubscribe({ body: { email, source: 'manual' } });

/**
 * What a list without rows says. A list that could not be loaded is no error here, but not an empty
 * one either.
 */
const nothing = (missing: Missing) =>
  missing
    ? {
        title: m.emails_the_addresses_could_not_be(),
        text: m.emails_please_try_again(),
        action: missing,
      }
    : { title: m.emails_nobody_has_unsubscribed(), text: m.emails_no_one_has_unsubscribed() };

/** The addresses that get only messages about their account. */
export function UnsubscribersTab() {
  const [view, setView] = useState(firstUnsubscribers);
  const [asking, setAsking] = useState<'unsubscribe' | 'resubscribe' | null>(null);
  const list = useQuery(unsubscribersQuery(view));
  const change = (part: Partial<UnsubscribersView>): void =>
    setView((current) => ({ ...current, ...part }));
  return (
    <>
      <AddressList
        label={m.emails_unsubscribers()}
        list={list}
        rows={quietRows(list)}
        columns={unsubscriberColumns}
        view={view}
        onView={change}
        choice={{
          label: m.emails_source(),
          all: m.emails_all_sources(),
          values: unsubscribeSources,
          nameOf: (source) => source,
          value: view.source,
          onChange: (source) => change({ source, page: 1 }),
          width: 180,
        }}
        actions={
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => setAsking('resubscribe')}>
              {m.emails_resubscribe()}
            </Button>
            <Button onClick={() => setAsking('unsubscribe')}>{m.emails_unsubscribe_2()}</Button>
          </div>
        }
        minWidth={480}
        empty={nothing(missingOf(list))}
      />
      {asking !== null && <AddressModal action={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

const actions = {
  unsubscribe: {
    send: unsubscribe,
    title: m.emails_unsubscribe(),
    done: m.emails_unsubscribe_successful(),
    text: m.emails_this_address_will_only_get(),
  },
  resubscribe: {
    send: resubscribe,
    title: m.emails_resubscribe_2(),
    done: m.emails_resubscribe_successful(),
    text: m.emails_this_address_will_get_every(),
  },
};

interface Props {
  action: keyof typeof actions;
  onClose(): void;
}

/** Unsubscribes an address, or lets it get messages again. */
function AddressModal({ action, onClose }: Props) {
  const { send, title, done, text } = actions[action];
  const client = useQueryClient();
  const { form, field, errors, busy } = useContractForm({
    initial: { email: '' },
    rules: () => import('@lintel/contract/emails/templates').then((module) => module.addressForm),
    onSubmit: async ({ email }) => {
      await send(email).catch(tellAndThrow);
      showToast(done, 'success', toastLife.long);
      void client.invalidateQueries({ queryKey: unsubscribersKey });
      onClose();
    },
    // Told already.
    onFailure: () => undefined,
  });
  return (
    <Modal opened onClose={onClose} title={title} classNames={{ title: classes.title ?? '' }}>
      <form {...form}>
        <TextInput
          {...field('email')}
          type="email"
          label={m.common_email()}
          description={errors['email'] === undefined && text}
          required
          data-autofocus
          autoComplete="off"
        />
        <FormActions submit={title} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}

const sortable = (accessor: (typeof unsubscriberOrders)[number]) => ({
  accessor,
  sortable: true as const,
});

/** The grid's columns. */
const unsubscriberColumns: DataTableColumn<Unsubscriber>[] = [
  { ...sortable('email'), title: m.common_email() },
  dayColumn('date', m.common_date(), 160),
  { ...sortable('source'), title: m.emails_source(), width: 180 },
];
