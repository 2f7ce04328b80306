import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { emailPageSizes } from '@lintel/contract/emails-constants';
import { openDialog } from '../../lib/dialog.ts';
import { formatCount } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { deleteEvent } from './api/delete-event.ts';
import { eventsKey, eventsQuery, type EmailEvent } from './api/get-events.ts';
import { firstSearch } from './api/get-templates.ts';
import { eventColumns } from './event-columns.tsx';
import { EventModal } from './event-modal.tsx';
import classes from './emails.module.css';

const nothing = (searchText: string) => ({
  title: 'No events found',
  text: searchText === '' ? 'Events appear here as soon as there are any.' : 'Nothing matches this search.',
});

/** What templates are used for. */
export function EventsTab({ mayChange }: { mayChange: boolean }) {
  const [view, setView] = useState(firstSearch);
  const [editing, setEditing] = useState<EmailEvent | 'new' | null>(null);
  const list = useQuery(eventsQuery(view));
  const remove = useDelete();
  const change = (part: Partial<typeof view>): void => setView((current) => ({ ...current, ...part }));
  return (
    <>
      <FilterBar>
        <SearchField
          value={view.searchText}
          onChange={(searchText) => change({ searchText, page: 1 })}
          label="Search by event"
          placeholder="Search by event"
        />
        {mayChange && (
          <Button className={classes.main ?? ''} onClick={() => setEditing('new')}>
            ADD EVENT
          </Button>
        )}
      </FilterBar>
      <DataGrid
        label="Events"
        columns={eventColumns({
          builtIn: list.data?.builtin ?? [],
          ...(mayChange && { onEdit: setEditing, onDelete: (row) => void remove(row) }),
        })}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={view}
        onView={change}
        pageSizes={emailPageSizes}
        loading={list.isFetching && list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={0}
        summary={list.data && formatCount(list.data.total, 'event')}
        empty={nothing(view.searchText)}
      />
      {editing !== null && <EventModal event={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  );
}

/** Asks whether an event is to be deleted, and deletes it. */
function useDelete(): (event: EmailEvent) => Promise<void> {
  const client = useQueryClient();
  return async ({ id }) => {
    const confirmed = await openDialog({
      title: 'Deleting template event',
      text: 'Are you sure you want to delete this template event? This action cannot be undone.',
      confirm: 'Delete',
      cancel: 'Cancel',
      tone: 'danger',
    });
    if (!confirmed) return;
    try {
      await deleteEvent(id);
      showToast('Event deleted');
    } catch (error) {
      showToast(failureText(error), 'danger');
    }
    await client.invalidateQueries({ queryKey: eventsKey });
  };
}
