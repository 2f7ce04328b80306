import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Template } from '@lintel/contract/emails';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { firstSearch, templatesQuery } from './api/get-templates.ts';
import { BuiltInNotice } from './built-in-notice.tsx';
import { FailedNotice } from './failed-notice.tsx';
import { listProps, missingOf, quietRows, type Missing } from './list-props.tsx';
import { SearchBox } from './search-box.tsx';
import { templateColumns } from './template-columns.tsx';
import { TemplateModal } from './template-modal.tsx';
import classes from './emails.module.css';

/**
 * What a table without rows says. A list that has not arrived is no error here, but not an empty
 * one either.
 */
const nothing = (searchText: string, missing: Missing) => {
  if (missing)
    return {
      title: 'The templates have not arrived',
      text: 'They may come with another try.',
      action: missing,
    };
  if (searchText !== '')
    return {
      title: 'No templates found',
      text: 'Nothing matches this search. Try fewer or other words.',
    };
  return {
    title: 'No templates yet',
    text: 'Without a template of its own, an event sends nothing.',
  };
};

/** The e-mail templates: find, look at, add and change them. */
export function TemplatesTab({ mayChange }: { mayChange: boolean }) {
  const [view, setView] = useState(firstSearch);
  const [editing, setEditing] = useState<Template | 'new' | null>(null);
  const list = useQuery(templatesQuery(view));
  const events = list.data?.usedForList ?? [];
  const change = (part: Partial<typeof view>): void =>
    setView((current) => ({ ...current, ...part }));
  const search = (searchText: string): void => {
    if (searchText === view.searchText && view.page === 1) void list.refetch();
    else change({ searchText, page: 1 });
  };
  return (
    <>
      <FailedNotice mayRetry={mayChange} />
      <BuiltInNotice />
      <Toolbar onSearch={search} onAdd={mayChange ? () => setEditing('new') : undefined} />
      <DataGrid
        label="Templates"
        columns={templateColumns({ events, onEdit: mayChange ? setEditing : undefined })}
        rows={quietRows(list)}
        {...listProps(list)}
        view={view}
        onView={change}
        minWidth={1880}
        pinLast
        summary={list.data && formatCount(list.data.total, 'template')}
        empty={nothing(view.searchText, missingOf(list))}
      />
      {editing !== null && (
        <TemplateModal
          template={editing === 'new' ? null : editing}
          usedFor={
            editing === 'new' ? undefined : events.find(({ id }) => id === editing.usedFor)?.type
          }
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

/** The search, and for those who may the way to a new template. */
const Toolbar = ({
  onSearch,
  onAdd,
}: {
  onSearch: (text: string) => void;
  onAdd: (() => void) | undefined;
}) => (
  <FilterBar>
    <SearchBox label="Search templates" placeholder="Search templates" onSearch={onSearch} />
    {onAdd && (
      <Button className={classes.main ?? ''} onClick={onAdd}>
        ADD TEMPLATE
      </Button>
    )}
  </FilterBar>
);
