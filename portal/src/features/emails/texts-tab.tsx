import { useState } from 'react';
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import { textStatuses, type stopSources, type TextStatus } from '@lintel/contract/texts/constants';
import type {
  listStopped,
  listTexts,
  resumeNumber,
  retryText,
  stopNumber,
  StoppedNumber,
  TextMessage,
} from '@lintel/contract/texts/texts';
import { call } from '../../lib/api/call.ts';
import { formatMoment } from '../../lib/format-moment.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { formatCount } from '../../lib/format.ts';
import { adjacentCursor } from '../../lib/list-view.ts';
import { showToast } from '../../lib/toast.ts';
import { notifyAndThrow } from '../../lib/failure.ts';
import { useAction } from '../../lib/use-action.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import type { GridView } from '../../ui/grid-view.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { listProps } from './list-props.tsx';
import classes from './emails.module.css';

const getTexts = call<typeof listTexts>({ method: 'GET', path: '/manage/texts' });
const getStopped = call<typeof listStopped>({ method: 'GET', path: '/manage/texts/stopped' });
const sendRetry = call<typeof retryText>({ method: 'POST', path: '/manage/texts/{id}/retry' });
const sendStop = call<typeof stopNumber>({
  method: 'POST',
  path: '/manage/texts/stopped/stop',
  encoding: 'form',
});
const sendResume = call<typeof resumeNumber>({
  method: 'POST',
  path: '/manage/texts/stopped/resume',
  encoding: 'form',
});

interface TextsView extends GridView {
  to: string;
  status: TextStatus | '';
}

const first = { page: 1, limit: 25, order: '' };
const textsKey = ['texts', 'list'] as const;
const stoppedKey = ['texts', 'stopped'] as const;

type TextsPage = Awaited<ReturnType<typeof getTexts>>;
const pageKey = ({ page, limit, to, status }: TextsView) =>
  [...textsKey, { page, limit, to, status }] as const;

const textsQuery = (view: TextsView) =>
  queryOptions({
    queryKey: pageKey(view),
    queryFn: ({ signal, client }) => {
      const { page, limit, to, status } = view;
      const cursor = adjacentCursor(view, (next) =>
        client.getQueryData<TextsPage>(pageKey({ ...view, page: next })),
      );
      return getTexts({ query: { page, limit, filters: { to, status }, ...cursor } }, { signal });
    },
    placeholderData: keepPreviousData,
  });

const stoppedQuery = ({ page, limit, number }: GridView & { number: string }) =>
  queryOptions({
    queryKey: [...stoppedKey, { page, limit, number }],
    queryFn: ({ signal }) =>
      getStopped({ query: { page, limit, filters: { number } } }, { signal }),
    placeholderData: keepPreviousData,
  });

const statusNames: Record<TextStatus, string> = {
  queued: m.common_waiting(),
  sent: m.common_sent(),
  delivered: m.common_delivered(),
  undelivered: m.common_notDelivered(),
  failed: m.common_failed(),
  suppressed: m.emails_texts_notSent(),
};

interface Props {
  showsMessages: boolean;
  /** Whether to show the stopped numbers as well. */
  showsStopped: boolean;
  mayRetry: boolean;
}

/** Text messages with their status, and the stopped numbers. */
export function TextsTab({ showsMessages, showsStopped, mayRetry }: Props) {
  const [showsStops, setShowsStops] = useState(!showsMessages);
  return (
    <>
      {showsMessages && showsStopped && (
        <Group p="md" pb={0} gap="xs">
          <Button
            variant={showsStops ? 'default' : 'light'}
            aria-pressed={!showsStops}
            onClick={() => setShowsStops(false)}
          >
            {m.emails_texts_messages()}
          </Button>
          <Button
            variant={showsStops ? 'light' : 'default'}
            aria-pressed={showsStops}
            onClick={() => setShowsStops(true)}
          >
            {m.emails_stopped_title()}
          </Button>
        </Group>
      )}
      {showsStops ? <StoppedNumbers /> : <Messages mayRetry={mayRetry} />}
    </>
  );
}

function Messages({ mayRetry }: { mayRetry: boolean }) {
  const [view, setView] = useState<TextsView>({ ...first, to: '', status: '' });
  const list = useQuery(textsQuery(view));
  const change = (part: Partial<TextsView>): void =>
    setView((current) => ({ ...current, ...part }));
  const filtered = view.to !== '' || view.status !== '';
  return (
    <>
      <FilterBar>
        <SearchField
          value={view.to}
          onChange={(to) => change({ to, page: 1 })}
          label={m.emails_texts_search()}
          placeholder={m.emails_texts_search()}
        />
        <Select
          label={m.common_status()}
          data={[
            { value: '', label: m.emails_texts_everyStatus() },
            ...textStatuses.map((value) => ({ value, label: statusNames[value] })),
          ]}
          value={view.status}
          onChange={(status) => change({ status: status ?? '', page: 1 })}
          w={180}
        />
      </FilterBar>
      <DataGrid
        label={m.emails_texts_title()}
        columns={textColumns(mayRetry)}
        rows={list.data?.data}
        {...listProps(list)}
        view={view}
        onView={change}
        minWidth={900}
        summary={
          list.data &&
          formatCount(
            list.data.total,
            m.emails_texts_count_one(),
            m.emails_texts_count_many(),
            list.data.more,
          )
        }
        empty={{
          title: m.emails_texts_none(),
          text: filtered ? m.common_noFilterMatches_short() : m.emails_texts_noneText(),
        }}
      />
    </>
  );
}

const textColumns = (mayRetry: boolean): DataTableColumn<TextMessage>[] => [
  {
    accessor: 'madeAt',
    title: m.emails_texts_time(),
    width: 190,
    noWrap: true,
    render: ({ madeAt }) => formatMoment(madeAt),
  },
  {
    accessor: 'to',
    title: m.common_to(),
    width: 150,
    noWrap: true,
    render: ({ to }) => to || m.emails_texts_removed(),
  },
  { accessor: 'about', title: m.common_about(), width: 170 },
  { accessor: 'contractor', title: m.common_contractor(), width: 180 },
  { accessor: 'segments', title: m.emails_texts_segments(), width: 100, textAlign: 'right' },
  {
    accessor: 'status',
    title: m.common_status(),
    width: 300,
    render: (text) => <Status text={text} mayRetry={mayRetry} />,
  },
];

function Status({ text, mayRetry }: { text: TextMessage; mayRetry: boolean }) {
  const { id, to, status, reason, dueAt, retriable } = text;
  const { busy, run } = useAction({
    call: () => sendRetry({ params: { id } }),
    successToast: () => m.emails_texts_retried(),
    refresh: [textsKey],
  });
  return (
    <Stack gap={4} align="flex-start">
      <strong>{statusNames[status]}</strong>
      {dueAt !== null && <span>{m.emails_texts_notBefore({ dueAt: formatMoment(dueAt) })}</span>}
      {reason !== '' && <span>{reason}</span>}
      {retriable && mayRetry && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={m.emails_resendTo({ to })}
          loading={busy}
          onClick={() => void run()}
        >
          {m.common_retry()}
        </Button>
      )}
    </Stack>
  );
}

const sources: Record<(typeof stopSources)[number], string> = {
  reply: m.emails_stopped_byReply(),
  provider: m.emails_stopped_byProvider(),
  staff: m.emails_stopped_byStaff(),
};

function StoppedNumbers() {
  const [view, setView] = useState({ ...first, number: '' });
  const [isConfirming, setConfirming] = useState(false);
  const list = useQuery(stoppedQuery(view));
  const change = (part: Partial<typeof view>): void =>
    setView((current) => ({ ...current, ...part }));
  return (
    <>
      <FilterBar>
        <SearchField
          value={view.number}
          onChange={(number) => change({ number, page: 1 })}
          label={m.emails_texts_search()}
          placeholder={m.emails_texts_search()}
        />
        <div className={classes.buttons}>
          <Button onClick={() => setConfirming(true)}>{m.emails_stopped_add()}</Button>
        </div>
      </FilterBar>
      <DataGrid
        label={m.emails_stopped_title()}
        columns={stopColumns}
        rows={list.data?.data}
        {...listProps(list)}
        view={view}
        onView={change}
        minWidth={520}
        summary={
          list.data &&
          formatCount(
            list.data.total,
            m.emails_stopped_count_one(),
            m.emails_stopped_count_many(),
            list.data.more,
          )
        }
        empty={{
          title: m.emails_stopped_none(),
          text: view.number === '' ? m.emails_stopped_noneText() : m.common_noSearchMatches_short(),
        }}
      />
      {isConfirming && <StopModal onClose={() => setConfirming(false)} />}
    </>
  );
}

const stopColumns: DataTableColumn<StoppedNumber>[] = [
  { accessor: 'number', title: m.common_phoneNumber(), noWrap: true },
  {
    accessor: 'since',
    title: m.common_since(),
    width: 190,
    noWrap: true,
    render: ({ since }) => formatMoment(since),
  },
  {
    accessor: 'source',
    title: m.emails_stopped_why(),
    render: (stop) => <StopReason stop={stop} />,
  },
];

function StopReason({ stop: { number, source } }: { stop: StoppedNumber }) {
  const { busy, run } = useAction({
    call: () => sendResume({ body: { number } }),
    successToast: () => m.emails_stopped_resumed(),
    refresh: [stoppedKey],
  });
  return (
    <Group gap="sm">
      <span>{sources[source]}</span>
      {source === 'staff' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={m.emails_stopped_resumeNamed({ number })}
          loading={busy}
          onClick={() => void run()}
        >
          {m.emails_stopped_resume()}
        </Button>
      )}
    </Group>
  );
}

function StopModal({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const { form, field, errors, busy } = useContractForm({
    initial: { number: '' },
    rules: () => import('@lintel/contract/texts/texts').then((module) => module.numberForm),
    onSubmit: async ({ number }) => {
      await sendStop({ body: { number } }).catch(notifyAndThrow);
      showToast(m.emails_stopped_added(), 'success');
      void client.invalidateQueries({ queryKey: stoppedKey });
      onClose();
    },
    // Already shown.
    onFailure: () => undefined,
  });
  return (
    <Modal opened onClose={onClose} title={m.emails_stopped_add()}>
      <form {...form}>
        <TextInput
          {...field('number')}
          type="tel"
          label={m.common_phoneNumber()}
          description={errors['number'] === undefined && m.emails_stopped_addHelp()}
          required
          data-autofocus
          autoComplete="off"
        />
        <FormActions submit={m.emails_stopped_addSubmit()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
