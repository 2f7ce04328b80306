import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { eventsQuery, type EmailEvent } from './api/get-events.ts';
import { firstSearch } from './api/get-templates.ts';
import { eventColumns } from './event-columns.tsx';
import { EventModal } from './event-modal.tsx';
import { listProps } from './list-props.tsx';
import { useDeleteEvent } from './use-delete-event.ts';
import classes from './emails.module.css';

const nothing = (searchText: string) => ({
  title: 'No events found',
  text:
    searchText === ''
      ? 'Events appear here as soon as there are any.'
      : 'Nothing matches this search.',
});

/** What templates are used for. */
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
        {...listProps(list)}
        view={view}
        onView={change}
        failed={list.isError}
        minWidth={0}
        summary={list.data && formatCount(list.data.total, 'event')}
        empty={nothing(view.searchText)}
      />
      {editing !== null && (
        <EventModal event={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
