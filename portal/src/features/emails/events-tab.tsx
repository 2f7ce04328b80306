import { useState } from 'react';
import { ActionIcon, Button, Group, Modal, TextInput, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type {
  deleteEvent as deleteEndpoint,
  saveEvent as saveEndpoint,
} from '@lintel/contract/emails/templates';
import { call } from '../../lib/api/call.ts';
import { confirmDelete } from '../../lib/form/confirmations.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { formatCount } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { notifyAndThrow } from '../../lib/failure.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { IconPencil, IconTrash } from '../../ui/icons.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { listProps } from './list-props.tsx';
import { eventsKey, eventsQuery, firstSearch, templatesKey, type EmailEvent } from './requests.ts';
import classes from './emails.module.css';

const remove = call<typeof deleteEndpoint>(
  { method: 'DELETE', path: '/manage/emails/template-types/{id}' },
  { handles: [500] },
);

/** Deletes a custom event without templates. */
const deleteEvent = (id: number) => remove({ params: { id } });

/** Confirms and deletes an event. */
const useDeleteEvent = () =>
  useAction({
    ask: (_event: EmailEvent) =>
      confirmDelete(m.emails_events_deleteTitle(), m.emails_events_deleteQuestion()),
    call: ({ id }) => deleteEvent(id),
    successToast: () => m.common_successful(),
    refresh: [eventsKey],
    refreshAlways: true,
  });

const save = call<typeof saveEndpoint>(
  { method: 'POST', path: '/manage/emails/template-types', encoding: 'form' },
  { handles: [500] },
);

/** Creates an event, or renames the one with this id. */
const saveEvent = (id: number | null, type: string) => save({ body: { id, type } });

const emptyState = (searchText: string) => ({
  title: m.emails_events_noneFound(),
  text: searchText === '' ? m.emails_events_noneText() : m.common_noSearchMatches_short(),
});

/** The events that templates are sent for. */
export function EventsTab({ mayChange }: { mayChange: boolean }) {
  const [view, setView] = useState(firstSearch);
  const [editing, setEditing] = useState<EmailEvent | 'new' | null>(null);
  const list = useQuery(eventsQuery(view));
  const remove = useDeleteEvent();
  const change = (part: Partial<typeof view>): void =>
    setView((current) => ({ ...current, ...part }));
  return (
    <>
      <FilterBar>
        <SearchField
          value={view.searchText}
          onChange={(searchText) => change({ searchText, page: 1 })}
          label={m.emails_events_search()}
          placeholder={m.emails_events_search()}
        />
        {mayChange && (
          <Button className={classes.main ?? ''} onClick={() => setEditing('new')}>
            {m.emails_events_add()}
          </Button>
        )}
      </FilterBar>
      <DataGrid
        label={m.emails_events_title()}
        columns={eventColumns({
          builtIn: list.data?.builtin ?? [],
          ...(mayChange && { onEdit: setEditing, onDelete: (row) => void remove.run(row) }),
        })}
        rows={list.data?.data}
        {...listProps(list)}
        view={view}
        onView={change}
        failed={list.isError}
        minWidth={0}
        summary={
          list.data &&
          formatCount(list.data.total, m.emails_events_count_one(), m.emails_events_count_many())
        }
        empty={emptyState(view.searchText)}
      />
      {editing !== null && (
        <EventModal event={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

interface Props {
  /** The event to rename; null creates one. */
  event: EmailEvent | null;
  onClose(): void;
}

/** Creates or renames an event. */
function EventModal({ event, onClose }: Props) {
  const client = useQueryClient();
  const { form, field, errors, busy } = useContractForm({
    initial: { type: event?.type ?? '' },
    rules: () => import('@lintel/contract/emails/templates').then((module) => module.eventForm),
    onSubmit: async ({ type }) => {
      await saveEvent(event?.id ?? null, type).catch(notifyAndThrow);
      showToast(event === null ? m.common_success() : m.common_updated());
      void client.invalidateQueries({ queryKey: eventsKey });
      void client.invalidateQueries({ queryKey: templatesKey });
      onClose();
    },
    // Already shown.
    onFailure: () => undefined,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={event === null ? m.emails_events_createTitle() : m.emails_events_editTitle()}
      classNames={{ title: classes.title ?? '' }}
    >
      <form {...form}>
        <TextInput
          {...field('type')}
          label={m.emails_event()}
          description={errors['type'] === undefined && m.emails_events_nameHelp()}
          required
          data-autofocus
          autoComplete="off"
        />
        <FormActions
          submit={event === null ? m.common_add() : m.common_update()}
          busy={busy}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

interface Actions {
  /** The names of the protected events. */
  builtIn: readonly string[];
  /** If omitted, the list is read-only. */
  onEdit?: (event: EmailEvent) => void;
  onDelete?: (event: EmailEvent) => void;
}

/** The grid's columns. Built-in events have no actions. */
const eventColumns = (actions: Actions): DataTableColumn<EmailEvent>[] => [
  { accessor: 'id', title: m.common_id(), width: 80, noWrap: true, cellsClassName: 'numbers' },
  { accessor: 'type', title: m.emails_event() },
  {
    accessor: 'actions',
    title: m.common_actions(),
    width: 112,
    render: (event) => <RowActions event={event} {...actions} />,
  },
];

function RowActions({ event, builtIn, onEdit, onDelete }: Actions & { event: EmailEvent }) {
  if (builtIn.includes(event.type))
    return <span className={classes.quiet}>{m.emails_events_builtIn()}</span>;
  return (
    <Group gap={6} wrap="nowrap">
      {onEdit && (
        <Tooltip label={m.common_edit()}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={m.emails_events_editNamed({ type: event.type })}
            onClick={() => onEdit(event)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {onDelete && (
        <Tooltip label={m.common_delete()}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={m.emails_events_deleteNamed({ type: event.type })}
            onClick={() => onDelete(event)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
