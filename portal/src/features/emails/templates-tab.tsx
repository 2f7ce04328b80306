import { useState, type FormEvent } from 'react';
import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Template } from '@lintel/contract/emails/templates';
import { emailPageSizes } from '@lintel/contract/emails/constants';
import { formatMoment } from '../../lib/format-moment.ts';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { GridFooter } from '../../ui/grid-footer.tsx';
import { IconAlertTriangle, IconSearch } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { FailedNotice } from './failed-modal.tsx';
import { listProps, missingState, rowsOrEmpty, type MissingState } from './list-props.tsx';
import {
  builtInQuery,
  firstFailed,
  firstSearch,
  templatesQuery,
  type BuiltInMessage,
} from './requests.ts';
import { templateColumns } from './template-columns.tsx';
import { TemplateModal } from './template-modal.tsx';
import classes from './emails.module.css';

/**
 * The text of a table without rows. A list that failed to load shows no error here, but no empty
 * note either.
 */
const emptyState = (searchText: string, missing: MissingState) => {
  if (missing)
    return {
      title: m.emails_templates_loadFailed(),
      text: m.common_pleaseRetry(),
      action: missing,
    };
  if (searchText !== '')
    return {
      title: m.emails_templates_noneFound(),
      text: m.common_noSearchMatches(),
    };
  return {
    title: m.common_templates_none(),
    text: m.emails_templates_noneText(),
  };
};

/** The e-mail templates: find, view, add, and edit them. */
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
        label={m.emails_templates_title()}
        columns={templateColumns({ events, onEdit: mayChange ? setEditing : undefined })}
        rows={rowsOrEmpty(list)}
        {...listProps(list)}
        view={view}
        onView={change}
        minWidth={1880}
        pinLast
        summary={
          list.data &&
          formatCount(
            list.data.total,
            m.emails_templates_count_one(),
            m.emails_templates_count_many(),
          )
        }
        empty={emptyState(view.searchText, missingState(list))}
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

/** The search, and the button for a new template for users with permission. */
const Toolbar = ({
  onSearch,
  onAdd,
}: {
  onSearch: (text: string) => void;
  onAdd: (() => void) | undefined;
}) => (
  <FilterBar>
    <SearchBox
      label={m.emails_templates_search()}
      placeholder={m.emails_templates_search()}
      onSearch={onSearch}
    />
    {onAdd && (
      <Button className={classes.main ?? ''} onClick={onAdd}>
        {m.common_addTemplate_upper()}
      </Button>
    )}
  </FilterBar>
);

const title = m.emails_builtIn_title();

/**
 * Announces messages sent with the built-in text because their template failed, and opens their
 * list.
 */
function BuiltInNotice() {
  const [open, setOpen] = useState(false);
  const { total = 0, more } = useQuery(builtInQuery(firstFailed)).data ?? {};
  return (
    <>
      {total > 0 && (
        <Alert
          className={classes.builtIn ?? ''}
          color="yellow"
          radius={0}
          icon={<IconAlertTriangle size={20} aria-hidden />}
        >
          <span>
            {m.emails_builtIn_notice({
              total: formatCount(total, m.emails_message_one(), m.emails_message_many(), more),
            })}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {m.emails_builtIn_open()}
          </Button>
        </Alert>
      )}
      {open && <BuiltInModal onClose={() => setOpen(false)} />}
    </>
  );
}

function BuiltInModal({ onClose }: { onClose(): void }) {
  const [view, setView] = useState(firstFailed);
  const { data, isError, refetch } = useQuery(builtInQuery(view));
  return (
    <Modal opened onClose={onClose} title={title} size={760}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <ul className={classes.messages} aria-label={title}>
            {data.data.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
          <GridFooter
            view={view}
            total={data.total}
            more={data.more}
            pageSizes={emailPageSizes}
            onView={(part) => setView((current) => ({ ...current, ...part }))}
            summary={undefined}
          />
        </>
      )}
    </Modal>
  );
}

const Message = ({ message: { event, to, madeAt, reason } }: { message: BuiltInMessage }) => (
  <li>
    <div>
      <strong>{event}</strong>
      <time dateTime={madeAt}>{formatMoment(madeAt)}</time>
      <span>{to}</span>
      <p>{reason}</p>
    </div>
  </li>
);

interface Props {
  label: string;
  placeholder: string;
  onSearch(text: string): void;
}

/** A search that runs on Enter or with its button. */
function SearchBox({ label, placeholder, onSearch }: Props) {
  const [text, setText] = useState('');
  const search = (event: FormEvent): void => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form className={classes.search} onSubmit={search}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={250}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
        {m.common_search()}
      </Button>
    </form>
  );
}
