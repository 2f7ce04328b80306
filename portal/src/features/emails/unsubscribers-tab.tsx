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
import { notifyAndThrow } from '../../lib/failure.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { AddressList, dayColumn, type AddressView } from './address-list.tsx';
import { missingState, rowsOrEmpty, type MissingState } from './list-props.tsx';
import classes from './emails.module.css';

/** A failed list shows no error, so no global error appears either. */
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

/**
 * One page of the unsubscribed addresses. The previous page stays visible while the next one loads.
 */
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

/** Resubscribes an address to all messages. */
const resubscribe = (email: string) => sendResubscribe({ body: { email } });

const sendUnsubscribe = call<typeof unsubscribeEndpoint>(
  { method: 'POST', path: '/manage/emails/unsubscribers/unsubscribe', encoding: 'form' },
  { handles: [500] },
);

/** Unsubscribes an address manually. */
const unsubscribe = (email: string) => sendUnsubscribe({ body: { email, source: 'manual' } });

/**
 * The text of a list without rows. A list that failed to load shows no error here, but no empty
 * note either.
 */
const emptyState = (missing: MissingState) =>
  missing
    ? {
        title: m.emails_unsubscribed_loadFailed(),
        text: m.common_pleaseRetry(),
        action: missing,
      }
    : { title: m.emails_unsubscribed_none(), text: m.emails_unsubscribed_noneText() };

/** The addresses that receive only messages about their account. */
export function UnsubscribersTab() {
  const [view, setView] = useState(firstUnsubscribers);
  const [pendingAction, setPendingAction] = useState<'unsubscribe' | 'resubscribe' | null>(null);
  const list = useQuery(unsubscribersQuery(view));
  const change = (part: Partial<UnsubscribersView>): void =>
    setView((current) => ({ ...current, ...part }));
  return (
    <>
      <AddressList
        label={m.emails_unsubscribed_title()}
        list={list}
        rows={rowsOrEmpty(list)}
        columns={unsubscriberColumns}
        view={view}
        onView={change}
        choice={{
          label: m.common_source(),
          all: m.emails_unsubscribed_allSources(),
          values: unsubscribeSources,
          toName: (source) => source,
          value: view.source,
          onChange: (source) => change({ source, page: 1 }),
          width: 180,
        }}
        actions={
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => setPendingAction('resubscribe')}>
              {m.emails_unsubscribed_resubscribe_upper()}
            </Button>
            <Button onClick={() => setPendingAction('unsubscribe')}>
              {m.emails_unsubscribed_unsubscribe_upper()}
            </Button>
          </div>
        }
        minWidth={480}
        empty={emptyState(missingState(list))}
      />
      {pendingAction !== null && (
        <AddressModal action={pendingAction} onClose={() => setPendingAction(null)} />
      )}
    </>
  );
}

const actions = {
  unsubscribe: {
    send: unsubscribe,
    title: m.emails_template_unsubscribe(),
    done: m.emails_unsubscribed_saved(),
    text: m.emails_unsubscribed_help(),
  },
  resubscribe: {
    send: resubscribe,
    title: m.emails_unsubscribed_resubscribe(),
    done: m.emails_unsubscribed_resubscribed(),
    text: m.emails_unsubscribed_resubscribeHelp(),
  },
};

interface Props {
  action: keyof typeof actions;
  onClose(): void;
}

/** Unsubscribes or resubscribes an address. */
function AddressModal({ action, onClose }: Props) {
  const { send, title, done, text } = actions[action];
  const client = useQueryClient();
  const { form, field, errors, busy } = useContractForm({
    initial: { email: '' },
    rules: () => import('@lintel/contract/emails/templates').then((module) => module.addressForm),
    onSubmit: async ({ email }) => {
      await send(email).catch(notifyAndThrow);
      showToast(done, 'success', toastLife.long);
      void client.invalidateQueries({ queryKey: unsubscribersKey });
      onClose();
    },
    // Already shown.
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

const unsubscriberColumns: DataTableColumn<Unsubscriber>[] = [
  { ...sortable('email'), title: m.common_email() },
  dayColumn('date', m.common_date(), 160),
  { ...sortable('source'), title: m.common_source(), width: 180 },
];
