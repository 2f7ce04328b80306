import { useState } from 'react';
import { Button } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import {
  undeliverableReasons,
  type undeliverableOrders,
  type UndeliverableReason,
} from '@lintel/contract/emails/constants';
import type {
  allowAgain,
  listUndeliverable,
  UndeliverableAddress,
} from '@lintel/contract/emails/undeliverable';
import { call } from '../../lib/api/call.ts';
import { useAction } from '../../lib/use-action.ts';
import { largestFirst } from '../../ui/grid-view.ts';
import { AddressList, dayColumn, type AddressView } from './address-list.tsx';
import classes from './emails.module.css';

const getUndeliverable = call<typeof listUndeliverable>({
  method: 'GET',
  path: '/manage/emails/undeliverable',
});
const sendAllow = call<typeof allowAgain>({
  method: 'POST',
  path: '/manage/emails/undeliverable/allow',
  encoding: 'form',
});

interface UndeliverableView extends AddressView {
  reason: UndeliverableReason | '';
}

const first: UndeliverableView = { page: 1, limit: 25, order: '-last', email: '', reason: '' };
const undeliverableKey = ['emails', 'undeliverable'] as const;

/**
 * One page of the undeliverable addresses. The previous page stays visible while the next one
 * loads.
 */
const undeliverableQuery = ({ page, limit, order, email, reason }: UndeliverableView) =>
  queryOptions({
    queryKey: [...undeliverableKey, { page, limit, order, email, reason }],
    queryFn: ({ signal }) =>
      getUndeliverable({ query: { page, limit, order, filters: { email, reason } } }, { signal }),
    placeholderData: keepPreviousData,
  });

const reasonNames: Record<UndeliverableReason, string> = {
  bounced: m.emails_bounced_bounced(),
  complained: m.emails_bounced_spam(),
  refused: m.emails_bounced_refused(),
};

/**
 * Addresses that can't receive e-mail, with the reason, the first date, and an action to allow one
 * again.
 */
export function UndeliverableTab() {
  const [view, setView] = useState(first);
  const list = useQuery(undeliverableQuery(view));
  const change = (part: Partial<UndeliverableView>): void =>
    setView((current) => ({ ...current, ...part }));
  return (
    <AddressList
      label={m.emails_bounced_title()}
      list={list}
      columns={columns}
      view={view}
      onView={change}
      choice={{
        label: m.common_reason(),
        all: m.emails_bounced_allReasons(),
        values: undeliverableReasons,
        toName: (reason) => reasonNames[reason],
        value: view.reason,
        onChange: (reason) => change({ reason, page: 1 }),
        width: 220,
      }}
      minWidth={960}
      empty={{
        title: m.emails_bounced_none(),
        text: m.emails_bounced_noneText(),
      }}
    />
  );
}

const sortable = (accessor: (typeof undeliverableOrders)[number]) => ({
  accessor,
  sortable: true as const,
});

const columns: DataTableColumn<UndeliverableAddress>[] = [
  { ...sortable('email'), title: m.common_email() },
  {
    ...sortable('reason'),
    title: m.common_reason(),
    width: 300,
    render: ({ reason, detail }) => (
      <>
        {reasonNames[reason]}
        {detail !== '' && <p className={classes.quiet}>{detail}</p>}
      </>
    ),
  },
  dayColumn('since', m.common_since(), 140),
  dayColumn('last', m.emails_bounced_lastTime(), 140),
  {
    ...sortable('count'),
    ...largestFirst,
    title: m.emails_bounced_times(),
    width: 100,
    textAlign: 'right',
    cellsClassName: 'numbers',
  },
  {
    accessor: 'allow',
    title: '',
    width: 150,
    textAlign: 'right',
    render: ({ email }) => <Allow email={email} />,
  },
];

function Allow({ email }: { email: string }) {
  const { busy, run } = useAction({
    call: () => sendAllow({ body: { email } }),
    successToast: () => m.emails_bounced_allowed(),
    refresh: [undeliverableKey],
    refreshAlways: true,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={m.emails_bounced_allowNamed({ email })}
      loading={busy}
      onClick={() => void run()}
    >
      {m.emails_bounced_allow()}
    </Button>
  );
}
