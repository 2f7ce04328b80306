import { useState } from 'react';
import { ActionIcon, Switch, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { LenderCall } from '@lintel/contract/lenders/connection';
import { formatMoment } from '../../lib/format-moment.ts';
import { useAction } from '../../lib/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { callsQuery, lendersKey, replayCall } from './requests.ts';

interface Props {
  lenderId: number;
  mayChange: boolean;
}

const columns = (replay: ((call: LenderCall) => void) | null): GridColumn<LenderCall>[] => [
  {
    accessor: 'at',
    title: m.lenders_call_time(),
    width: 210,
    noWrap: true,
    render: ({ at }) => formatMoment(at),
  },
  {
    accessor: 'direction',
    title: m.lenders_call_direction(),
    width: 110,
    render: ({ direction }) =>
      direction === 'out' ? m.lenders_call_sent() : m.lenders_call_received(),
  },
  { accessor: 'kind', title: m.lenders_call_kind(), width: 140 },
  {
    accessor: 'application',
    title: m.lenders_call_application(),
    width: 200,
    render: ({ application }) => application || '–',
  },
  {
    accessor: 'status',
    title: m.lenders_call_answer(),
    width: 110,
    render: ({ status, problem }) => (
      <StatusBadge
        status={status === null ? m.lenders_call_none() : String(status)}
        tone={problem === '' ? 'green' : 'red'}
      />
    ),
  },
  {
    accessor: 'milliseconds',
    title: m.lenders_call_duration(),
    width: 100,
    noWrap: true,
    cellsClassName: 'numbers',
    render: ({ milliseconds }) => `${milliseconds.toLocaleString('en-US')} ms`,
  },
  {
    accessor: 'problem',
    title: m.lenders_call_problem(),
    render: ({ problem }) => problem || '–',
  },
  ...(replay
    ? [
        {
          accessor: 'replay',
          title: m.common_actions(),
          width: 90,
          render: (call: LenderCall) =>
            call.mayReplay && (
              <Tooltip label={m.lenders_call_replay()}>
                <ActionIcon
                  variant="default"
                  size={32}
                  aria-label={m.lenders_call_replay()}
                  onClick={() => replay(call)}
                >
                  <IconRefresh size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            ),
        },
      ]
    : []),
];

/** Calls to and from the lender. */
export function CallsCard({ lenderId, mayChange }: Props) {
  const [view, setView] = useState({ page: 1, limit: 25, failed: false });
  const list = useQuery(callsQuery(lenderId, view));
  const replay = useAction({
    call: (call: number) => replayCall({ params: { id: lenderId, call } }),
    successToast: ({ message }) => message,
    refresh: [[...lendersKey, lenderId]],
  });
  return (
    <Card
      bare
      title={m.lenders_calls()}
      text={m.lenders_calls_text()}
      action={
        <Switch
          label={m.lenders_calls_failedOnly()}
          checked={view.failed}
          onChange={({ currentTarget }) =>
            setView({ ...view, page: 1, failed: currentTarget.checked })
          }
        />
      }
    >
      <DataGrid
        label={m.lenders_calls()}
        columns={columns(mayChange ? ({ id }) => void replay.run(id) : null)}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={{ ...view, order: '' }}
        onView={({ order: _order, ...change }) => setView({ ...view, ...change })}
        pageSizes={[25, 50, 100]}
        loading={list.isFetching && list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={1080}
        empty={{ title: m.lenders_calls_none(), text: m.lenders_calls_noneText() }}
      />
    </Card>
  );
}
