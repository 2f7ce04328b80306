import { useState } from 'react';
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
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
import { showToast } from '../../lib/toast.ts';
import { tellAndThrow } from '../../lib/unexpected.ts';
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

const textsQuery = ({ page, limit, to, status }: TextsView) =>
  queryOptions({
    queryKey: [...textsKey, { page, limit, to, status }],
    queryFn: ({ signal }) =>
      getTexts({ query: { page, limit, filters: { to, status } } }, { signal }),
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
  queued: 'Waiting',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Failed',
  suppressed: 'Not sent',
};

interface Props {
  seesMessages: boolean;
  /** Whether the stopped numbers are shown as well. */
  seesStops: boolean;
  mayRetry: boolean;
}

/** Text messages with what became of them, and the numbers that get none. */
export function TextsTab({ seesMessages, seesStops, mayRetry }: Props) {
  const [showsStops, setShowsStops] = useState(!seesMessages);
  return (
    <>
      {seesMessages && seesStops && (
        <Group p="md" pb={0} gap="xs">
          <Button
            variant={showsStops ? 'default' : 'light'}
            aria-pressed={!showsStops}
            onClick={() => setShowsStops(false)}
          >
            Messages
          </Button>
          <Button
            variant={showsStops ? 'light' : 'default'}
            aria-pressed={showsStops}
            onClick={() => setShowsStops(true)}
          >
            Stopped numbers
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
          label="Search by phone number"
          placeholder="Search by phone number"
        />
        <Select
          label="Status"
          data={[
            { value: '', label: 'Every status' },
            ...textStatuses.map((value) => ({ value, label: statusNames[value] })),
          ]}
          value={view.status}
          onChange={(status) => change({ status: status ?? '', page: 1 })}
          w={180}
        />
      </FilterBar>
      <DataGrid
        label="Text messages"
        columns={columnsOf(mayRetry)}
        rows={list.data?.data}
        {...listProps(list)}
        view={view}
        onView={change}
        minWidth={900}
        summary={list.data && formatCount(list.data.total, 'text message')}
        empty={{
          title: 'No text messages',
          text: filtered
            ? 'Nothing matches these filters.'
            : 'Homeowners who agree to texts get their news here, too.',
        }}
      />
    </>
  );
}

const columnsOf = (mayRetry: boolean): DataTableColumn<TextMessage>[] => [
  {
    accessor: 'madeAt',
    title: 'Time',
    width: 190,
    noWrap: true,
    render: ({ madeAt }) => formatMoment(madeAt),
  },
  { accessor: 'to', title: 'To', width: 150, noWrap: true, render: ({ to }) => to || 'Removed' },
  { accessor: 'about', title: 'About', width: 170 },
  { accessor: 'contractor', title: 'Contractor', width: 180 },
  { accessor: 'segments', title: 'Segments', width: 100, textAlign: 'right' },
  {
    accessor: 'status',
    title: 'Status',
    width: 300,
    render: (text) => <Status text={text} mayRetry={mayRetry} />,
  },
];

function Status({ text, mayRetry }: { text: TextMessage; mayRetry: boolean }) {
  const { id, to, status, reason, dueAt, retriable } = text;
  const { busy, run } = useAction({
    call: () => sendRetry({ params: { id } }),
    said: () => 'The text is on its way again.',
    refresh: [textsKey],
  });
  return (
    <Stack gap={4} align="flex-start">
      <strong>{statusNames[status]}</strong>
      {dueAt !== null && <span>Not before {formatMoment(dueAt)}</span>}
      {reason !== '' && <span>{reason}</span>}
      {retriable && mayRetry && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Try again to send to ${to}`}
          loading={busy}
          onClick={() => void run()}
        >
          Try again
        </Button>
      )}
    </Stack>
  );
}

const sources: Record<(typeof stopSources)[number], string> = {
  reply: 'Answered STOP',
  provider: 'Stopped at the provider',
  staff: 'Added by staff',
};

function StoppedNumbers() {
  const [view, setView] = useState({ ...first, number: '' });
  const [asking, setAsking] = useState(false);
  const list = useQuery(stoppedQuery(view));
  const change = (part: Partial<typeof view>): void =>
    setView((current) => ({ ...current, ...part }));
  return (
    <>
      <FilterBar>
        <SearchField
          value={view.number}
          onChange={(number) => change({ number, page: 1 })}
          label="Search by phone number"
          placeholder="Search by phone number"
        />
        <div className={classes.buttons}>
          <Button onClick={() => setAsking(true)}>Stop a number</Button>
        </div>
      </FilterBar>
      <DataGrid
        label="Stopped numbers"
        columns={stopColumns}
        rows={list.data?.data}
        {...listProps(list)}
        view={view}
        onView={change}
        minWidth={520}
        summary={list.data && formatCount(list.data.total, 'number')}
        empty={{
          title: 'No stopped numbers',
          text:
            view.number === ''
              ? 'Whoever answers a text with STOP stands here.'
              : 'Nothing matches this search.',
        }}
      />
      {asking && <StopModal onClose={() => setAsking(false)} />}
    </>
  );
}

const stopColumns: DataTableColumn<StoppedNumber>[] = [
  { accessor: 'number', title: 'Phone number', noWrap: true },
  {
    accessor: 'since',
    title: 'Since',
    width: 190,
    noWrap: true,
    render: ({ since }) => formatMoment(since),
  },
  { accessor: 'source', title: 'Why', render: (stop) => <Why stop={stop} /> },
];

function Why({ stop: { number, source } }: { stop: StoppedNumber }) {
  const { busy, run } = useAction({
    call: () => sendResume({ body: { number } }),
    said: () => 'This number gets texts again.',
    refresh: [stoppedKey],
  });
  return (
    <Group gap="sm">
      <span>{sources[source]}</span>
      {source === 'staff' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Let ${number} get texts again`}
          loading={busy}
          onClick={() => void run()}
        >
          Take back
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
      await sendStop({ body: { number } }).catch(tellAndThrow);
      showToast('This number gets no more texts.', 'success');
      void client.invalidateQueries({ queryKey: stoppedKey });
      onClose();
    },
    // Told already.
    onFailure: () => undefined,
  });
  return (
    <Modal opened onClose={onClose} title="Stop a number">
      <form {...form}>
        <TextInput
          {...field('number')}
          type="tel"
          label="Phone number"
          description={errors['number'] === undefined && 'It gets no more texts from anybody.'}
          required
          data-autofocus
          autoComplete="off"
        />
        <FormActions submit="Stop texts" busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
