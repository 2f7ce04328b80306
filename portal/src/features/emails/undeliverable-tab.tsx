import { useState } from 'react';
import { Button, Select } from '@mantine/core';
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
import { formatCount, formatShortDate } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { largestFirst, type GridView } from '../../ui/grid-view.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { listProps } from './list-props.tsx';
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

interface UndeliverableView extends GridView {
  email: string;
  reason: UndeliverableReason | '';
}

const first: UndeliverableView = { page: 1, limit: 25, order: '-last', email: '', reason: '' };
const undeliverableKey = ['emails', 'undeliverable'] as const;

/** One page of the undeliverable addresses. While the next one loads, the last one stays. */
const undeliverableQuery = ({ page, limit, order, email, reason }: UndeliverableView) =>
  queryOptions({
    queryKey: [...undeliverableKey, { page, limit, order, email, reason }],
    queryFn: ({ signal }) =>
      getUndeliverable({ query: { page, limit, order, filters: { email, reason } } }, { signal }),
    placeholderData: keepPreviousData,
  });

const reasonNames: Record<UndeliverableReason, string> = {
  bounced: m.emails_bounced(),
  complained: m.emails_marked_as_spam(),
  refused: m.emails_refused_by_the_mail_server(),
};

const reasons: { value: UndeliverableView['reason']; label: string }[] = [
  { value: '', label: m.emails_all_reasons() },
  ...undeliverableReasons.map((value) => ({ value, label: reasonNames[value] })),
];

/** The addresses that can't receive e-mail: why, since when, and a way to allow one again. */
export function UndeliverableTab() {
  const [view, setView] = useState(first);
  const list = useQuery(undeliverableQuery(view));
  const change = (part: Partial<UndeliverableView>): void =>
    setView((current) => ({ ...current, ...part }));
  const filtered = view.email !== '' || view.reason !== '';
  return (
    <>
      <FilterBar>
        <SearchField
          value={view.email}
          onChange={(email) => change({ email, page: 1 })}
          label={m.emails_search_by_e_mail()}
          placeholder={m.emails_search_by_e_mail()}
        />
        <Select
          label={m.emails_reason()}
          data={reasons}
          value={view.reason}
          onChange={(reason) => change({ reason: reason ?? '', page: 1 })}
          w={220}
        />
      </FilterBar>
      <DataGrid
        label={m.emails_undeliverable_addresses()}
        columns={columns}
        rows={list.data?.data}
        {...listProps(list)}
        view={view}
        onView={change}
        minWidth={960}
        summary={
          list.data &&
          formatCount(list.data.total, m.emails_n_address(), m.emails_n_addresses(), list.data.more)
        }
        empty={
          filtered
            ? {
                title: m.emails_no_addresses_found(),
                text: m.emails_nothing_matches_these_filters(),
              }
            : {
                title: m.emails_no_undeliverable_addresses(),
                text: m.emails_addresses_that_bounce_appear_here(),
              }
        }
      />
    </>
  );
}

const sortable = (accessor: (typeof undeliverableOrders)[number]) => ({
  accessor,
  sortable: true as const,
});
const date = { ...largestFirst, width: 140, noWrap: true, cellsClassName: 'numbers' };

const columns: DataTableColumn<UndeliverableAddress>[] = [
  { ...sortable('email'), title: m.common_e_mail() },
  {
    ...sortable('reason'),
    title: m.emails_reason(),
    width: 300,
    render: ({ reason, detail }) => (
      <>
        {reasonNames[reason]}
        {detail !== '' && <p className={classes.quiet}>{detail}</p>}
      </>
    ),
  },
  {
    ...sortable('since'),
    ...date,
    title: m.emails_since(),
    render: ({ since }) => formatShortDate(since),
  },
  {
    ...sortable('last'),
    ...date,
    title: m.emails_last_time(),
    render: ({ last }) => formatShortDate(last),
  },
  {
    ...sortable('count'),
    ...largestFirst,
    title: m.emails_times(),
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
    said: () => m.emails_this_address_gets_e_mail_again(),
    refresh: [undeliverableKey],
    refreshAlways: true,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={m.emails_allow_email_again({ email })}
      loading={busy}
      onClick={() => void run()}
    >
      {m.emails_allow_again()}
    </Button>
  );
}
