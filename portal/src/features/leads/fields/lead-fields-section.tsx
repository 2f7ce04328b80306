import { useState } from 'react';
import { Button, Tabs } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import * as m from '#messages';
import { leadFieldTabs, type LeadFieldTab } from '@lintel/contract/leads/constants';
import { useUnsaved } from '../../../lib/form/unsaved.tsx';
import { formatMoment } from '../../../lib/format-moment.ts';
import { may, useSession } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText, notifyFailure } from '../../../lib/failure.ts';
import { Card } from '../../../ui/card.tsx';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { IconPencil, IconPlus } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import {
  changingFields,
  saveSources,
  saveTouches,
  sourcesKey,
  sourcesQuery,
  touchesQuery,
} from '../requests.ts';
import { FieldsRow } from './fields-row.tsx';
import { useListEditor, type EditorOptions, type FieldRow } from './use-list-editor.ts';
import classes from '../leads.module.css';

/** Lead sources and first touches. */
export function LeadFieldsSection() {
  const [active, setActive] = useState<LeadFieldTab>('TLS');
  const show = (code: string | null): void =>
    setActive(leadFieldTabs.find((tab) => tab.code === code)?.code ?? 'TLS');
  return (
    <Card bare>
      {/* Edits in one tab survive a visit to another. */}
      <Tabs value={active} onChange={show} keepMountedMode="display-none">
        <Tabs.List className={classes.tabs ?? ''}>
          {leadFieldTabs.map(({ code, label }) => (
            <Tabs.Tab key={code} value={code}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="TLS">
          <SourcesTab />
        </Tabs.Panel>
        <Tabs.Panel value="TFT">
          <TouchesTab />
        </Tabs.Panel>
      </Tabs>
    </Card>
  );
}

const toTouch = ({ id, value, isShowing }: FieldRow) => ({
  ...(id !== undefined && { id }),
  value,
  isShowing,
});

/** First touches: how leads first heard of the provider. */
function TouchesTab() {
  const list = useQuery(touchesQuery);
  return (
    <FieldsTab
      list={list}
      label={m.leads_fields_firstTouch()}
      edit={m.leads_fields_editFirstTouch()}
      add={m.leads_fields_addFirstTouch()}
      bodyKey="leadFirstTouch"
      stale={touchesQuery.queryKey}
      linked={false}
      save={(rows, version) =>
        saveTouches({ body: { leadFirstTouch: rows.map(toTouch), version } })
      }
      onFailure={notifyFailure}
    />
  );
}

const toSource = ({ id, value, linkId, isShowing }: FieldRow) => ({
  ...(id !== undefined && { id }),
  value,
  linkId,
  isShowing,
});

/** Lead sources and the Link IDs that identify them. */
function SourcesTab() {
  const list = useQuery(sourcesQuery);
  return (
    <FieldsTab
      list={list}
      label={m.leads_fields_source()}
      edit={m.leads_fields_editSources()}
      add={m.leads_fields_addSource()}
      bodyKey="leadSources"
      stale={sourcesKey}
      linked
      save={(rows, version) => saveSources({ body: { leadSources: rows.map(toSource), version } })}
      onFailure={() => showToast(m.common_error_title(), 'danger')}
    />
  );
}

interface FieldList {
  data: EditorOptions['items'];
  version: number;
  lastUpdated: LastUpdate | null;
}

interface Props extends Omit<EditorOptions, 'items' | 'version' | 'onDone'> {
  list: UseQueryResult<FieldList>;
  label: string;
  edit: string;
  add: string;
  linked: boolean;
}

/** A list of lead sources or first touches, in view or edit mode. */
function FieldsTab({ list, label, edit, add, linked, ...saving }: Props) {
  const [active, setActive] = useState(false);
  const { data, error, refetch } = list;
  if (data === undefined && error !== null)
    return <ErrorState text={failureText(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows columns={3} rows={4} />;
  return (
    <div className={classes.tab}>
      <FieldsHead
        lastUpdated={data.lastUpdated}
        edit={edit}
        onEdit={active ? undefined : () => setActive(true)}
      />
      {active ? (
        <FieldsEditor
          {...saving}
          items={data.data}
          version={data.version}
          label={label}
          add={add}
          linked={linked}
          onDone={() => setActive(false)}
        />
      ) : (
        <Offered items={data.data} label={label} />
      )}
    </div>
  );
}

/** The entries offered when entering a lead, and the number of hidden ones. */
function Offered({ items, label }: { items: EditorOptions['items']; label: string }) {
  const showing = items.filter(({ isShowing }) => isShowing);
  const hidden = items.length - showing.length;
  return (
    <>
      <ul className={classes.pills} aria-label={label}>
        {showing.map(({ id, value, linkId }) => (
          <li key={id}>
            {value}
            {linkId && <span className={classes.quiet}>{linkId}</span>}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className={classes.quiet}>
          {hidden === 1 ? m.leads_fields_hidden_one() : m.leads_fields_hidden_many({ hidden })}
        </p>
      )}
    </>
  );
}

interface LastUpdate {
  email: string;
  at: string;
}

interface FieldsHeadProps {
  lastUpdated: LastUpdate | null;
  /** The button's label. */
  edit: string;
  /** Undefined while the list is being edited. */
  onEdit: (() => void) | undefined;
}

/** The last editor of the list, and an edit button for users who may change it. */
function FieldsHead({ lastUpdated, edit, onEdit }: FieldsHeadProps) {
  const mayChange = may(useSession(), changingFields);
  return (
    <div className={classes.head}>
      <p className={classes.quiet}>
        {lastUpdated === null
          ? m.common_lastUpdated_never()
          : m.common_lastUpdated({
              email: lastUpdated.email || m.common_lastUpdated_system(),
              at: formatMoment(lastUpdated.at),
            })}
      </p>
      {mayChange && onEdit && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={onEdit}
        >
          {edit}
        </Button>
      )}
    </div>
  );
}

interface FieldsEditorProps extends EditorOptions {
  label: string;
  add: string;
  linked: boolean;
}

/** The list as a table where entries are shown, hidden, and added. */
function FieldsEditor({ label, add, linked, ...options }: FieldsEditorProps) {
  const editor = useListEditor(options);
  useUnsaved(editor.dirty);
  const problem = editor.problems[''];
  return (
    <form {...editor.form} aria-label={m.leads_fields_editNamed({ label })}>
      {editor.conflict !== null && (
        <ChangedNotice
          text={editor.conflict}
          onKeep={editor.overwriteStored}
          onDiscardOwn={editor.discardOwn}
        />
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{m.leads_fields_show()}</th>
            <th scope="col">{m.common_name()}</th>
            {linked && <th scope="col">{m.leads_fields_linkId()}</th>}
          </tr>
        </thead>
        <tbody>
          {editor.rows.map((row) => (
            <FieldsRow key={row.key} row={row} editor={editor} linked={linked} />
          ))}
        </tbody>
      </table>
      <Button
        variant="subtle"
        size="compact-md"
        mt="xs"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={editor.add}
      >
        {add}
      </Button>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <FormActions submit={m.common_submit()} busy={editor.busy} onCancel={options.onDone} />
    </form>
  );
}
