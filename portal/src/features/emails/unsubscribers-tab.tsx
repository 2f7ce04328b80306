import { useState } from 'react';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unsubscribeSources } from '@lintel/contract/emails-constants';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import {
  firstUnsubscribers,
  unsubscribersQuery,
  type UnsubscribersView,
} from './api/get-unsubscribers.ts';
import { AddressModal } from './address-modal.tsx';
import { listProps, missingOf, quietRows, type Missing } from './list-props.tsx';
import { unsubscriberColumns } from './unsubscriber-columns.tsx';
import classes from './emails.module.css';

const sources = [
  { value: '', label: 'All sources' },
  ...unsubscribeSources.map((value) => ({ value, label: value })),
];

/**
 * What a table without rows says. A list that has not arrived is no error here, but not an empty
 * one either.
 */
const nothing = ({ email, source }: UnsubscribersView, missing: Missing) => {
  if (missing)
    return {
      title: 'The addresses have not arrived',
      text: 'They may come with another try.',
      action: missing,
    };
  if (email + source !== '')
    return { title: 'No addresses found', text: 'Nothing matches these filters.' };
  return {
    title: 'Nobody has unsubscribed',
    text: 'Every address gets the messages that are meant for it.',
  };
};

/** The addresses that get only messages about their account. */
export function UnsubscribersTab() {
  const [view, setView] = useState(firstUnsubscribers);
  const [asking, setAsking] = useState<'unsubscribe' | 'resubscribe' | null>(null);
  const list = useQuery(unsubscribersQuery(view));
  const change = (part: Partial<UnsubscribersView>): void =>
    setView((current) => ({ ...current, ...part }));
  return (
    <>
      <FilterBar>
        <Filters view={view} onChange={change} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setAsking('resubscribe')}>
            RESUBSCRIBE
          </Button>
          <Button onClick={() => setAsking('unsubscribe')}>UNSUBSCRIBE</Button>
        </div>
      </FilterBar>
      <DataGrid
        label="Unsubscribers"
        columns={unsubscriberColumns}
        rows={quietRows(list)}
        {...listProps(list)}
        view={view}
        onView={change}
        minWidth={480}
        summary={list.data && formatCount(list.data.total, 'address', 'addresses')}
        empty={nothing(view, missingOf(list))}
      />
      {asking !== null && <AddressModal action={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

interface FiltersProps {
  view: UnsubscribersView;
  onChange(part: Partial<UnsubscribersView>): void;
}

/** Both start at the first page again. */
const Filters = ({ view, onChange }: FiltersProps) => (
  <>
    <SearchField
      value={view.email}
      onChange={(email) => onChange({ email, page: 1 })}
      label="Search by e-mail"
      placeholder="Search by e-mail"
    />
    <Select
      label="Source"
      data={sources}
      value={view.source}
      onChange={(source) =>
        onChange({ source: (source ?? '') as UnsubscribersView['source'], page: 1 })
      }
      w={180}
    />
  </>
);
