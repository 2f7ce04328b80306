import { useState } from 'react';
import { Checkbox, Modal, Select, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { DistributionSet } from '@lintel/contract/leads/distribution';
import { accepted } from '../../../lib/api/accepted.ts';
import { useEditForm } from '../../../lib/edit-form/use-edit-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { notifyAndThrow } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import {
  assignSources,
  distributionKeys,
  looseSourcesQuery,
  refreshDistribution,
  saveSet,
  setsQuery,
} from '../requests.ts';
import { OwnersForm } from './owners-form.tsx';
import classes from '../leads.module.css';

/**
 * The set chosen for each source, by source id. Submitting without a choice succeeds right away.
 */
function useSetChoices(onSaved: () => void) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const { busy, run } = useAction({
    call: async () => {
      const leadSources = [...chosen].map(([leadSourceId, set]) => ({
        leadSourceId,
        leadDistributionId: Number(set),
      }));
      return accepted(await assignSources({ body: { leadSources } }));
    },
    successToast: ({ message }) => message,
    refresh: distributionKeys,
    onDone: onSaved,
  });
  const choose = (sourceId: number, set: string | null): void => {
    const others = [...chosen].filter(([id]) => id !== sourceId);
    setChosen(new Map(set === null ? others : [...others, [sourceId, set]]));
  };
  const submit = (): void => {
    if (chosen.size === 0) onSaved();
    else void run();
  };
  return { chosen, choose, busy, submit };
}

const setValues = (set: DistributionSet | null) => ({
  title: set?.title ?? '',
  leadSources: set?.leadSources.map(({ id }) => id) ?? [],
});

function useSetForm({ set, onSaved }: { set: DistributionSet | null; onSaved(): void }) {
  const client = useQueryClient();
  return useEditForm({
    item: set,
    toValues: setValues,
    labels: { title: m.common_name(), leadSources: m.leads_sources() },
    rules: () => import('@lintel/contract/leads/distribution').then((module) => module.setForm),
    save: async (seen, { title, leadSources }) => {
      const existing = seen && { id: seen.id, version: seen.version };
      return saveSet({ body: { title, leadSources, ...existing } })
        .then(accepted)
        .catch(notifyAndThrow);
    },
    find: async (id) => {
      const sets = await client.fetchQuery({ ...setsQuery, staleTime: 0 });
      return sets.find((one) => one.id === id);
    },
    onSaved: async ({ message }) => {
      showToast(message);
      await refreshDistribution(client);
      onSaved();
    },
    // The failure is already on screen.
    onFailure: () => undefined,
  });
}
type SetFormState = ReturnType<typeof useSetForm>;

/** What the dialog does. */
export type DistributionMode =
  | { kind: 'set'; set: DistributionSet | null }
  | { kind: 'owners'; set: DistributionSet }
  | { kind: 'assign' };

interface Props {
  mode: DistributionMode;
  sets: readonly DistributionSet[];
  onClose(): void;
}

function modalTitle(mode: DistributionMode): string {
  if (mode.kind === 'assign') return m.leads_sets_assignTitle();
  if (mode.kind === 'owners') return m.leads_owner();
  return mode.set === null ? m.leads_sets_new() : m.leads_sets_edit();
}

/** Creates or edits a set, splits its leads among owners, or assigns sources to sets. */
export function DistributionModal({ mode, sets, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  return (
    <Modal
      opened
      onClose={onClose}
      title={modalTitle(mode)}
      size={560}
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      {mode.kind === 'set' && <SetForm set={mode.set} onClose={onClose} />}
      {mode.kind === 'owners' && <OwnersForm set={mode.set} onClose={onClose} />}
      {mode.kind === 'assign' && <AssignForm sets={sets} onClose={onClose} />}
    </Modal>
  );
}

interface SetFormProps {
  /** The set being edited; null creates a new one. */
  set: DistributionSet | null;
  onClose(): void;
}

/** A set's name and sources: those it has and those in no set. */
function SetForm({ set, onClose }: SetFormProps) {
  const used = useSetForm({ set, onSaved: onClose });
  const { form, field, values, setValue, busy, conflict } = used;
  const leave = (): void => {
    const tidy = values.title.trim().replace(/\s+/g, ' ');
    if (tidy !== values.title) setValue('title', tidy);
    field('title').onBlur();
  };
  return (
    <form {...form}>
      {conflict && (
        <ChangedNotice
          saved={{ by: conflict.newer.lastUpdated.userName, at: conflict.newer.lastUpdated.at }}
          differing={conflict.differing}
          onKeep={used.overwriteStored}
          onDiscardOwn={used.discardOwn}
        />
      )}
      <TextInput
        {...field('title')}
        onBlur={leave}
        label={m.common_name()}
        required
        maxLength={50}
        autoComplete="off"
        data-autofocus
      />
      <Sources used={used} own={used.current?.leadSources ?? []} />
      <FormActions submit={m.common_submit()} busy={busy} onCancel={onClose} />
    </form>
  );
}

function Sources({
  used: { values, errors, setValue },
  own,
}: {
  used: SetFormState;
  own: DistributionSet['leadSources'];
}) {
  const unassigned = useQuery(looseSourcesQuery);
  if (unassigned.isError && unassigned.data === undefined)
    return <ErrorState onRetry={() => void unassigned.refetch()} />;
  if (unassigned.data === undefined) return <SkeletonRows columns={1} rows={4} />;
  const free = unassigned.data.data.map(({ id, value, isShowing }) => ({
    id,
    leadSource: value,
    isShowing,
  }));
  const taken = new Set(own.map(({ id }) => id));
  const all = [...own, ...free.filter(({ id }) => !taken.has(id))];
  return (
    <Checkbox.Group
      mt="md"
      label={m.leads_sources()}
      description={all.length > 0 && m.leads_sets_sourcesHelp()}
      required
      value={values.leadSources.map(String)}
      onChange={(chosen) => setValue('leadSources', chosen.map(Number))}
      error={errors['leadSources']}
    >
      <div
        className={classes.choices}
        aria-invalid={errors['leadSources'] !== undefined}
        tabIndex={-1}
      >
        {all.map(({ id, leadSource, isShowing }) => (
          <Checkbox
            key={id}
            value={String(id)}
            label={isShowing ? leadSource : m.leads_sources_hiddenNamed({ leadSource })}
          />
        ))}
        {all.length === 0 && <p className={classes.quiet}>{m.leads_sets_noneFree()}</p>}
      </div>
    </Checkbox.Group>
  );
}

interface AssignFormProps {
  sets: readonly DistributionSet[];
  onClose(): void;
}

/** Assigns sources that are in no set. Without a choice it just closes. */
function AssignForm({ sets, onClose }: AssignFormProps) {
  const unassigned = useQuery(looseSourcesQuery);
  const { chosen, choose, busy, submit } = useSetChoices(onClose);
  if (unassigned.isError && unassigned.data === undefined)
    return <ErrorState onRetry={() => void unassigned.refetch()} />;
  if (unassigned.data === undefined) return <SkeletonRows columns={2} rows={4} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <ul className={classes.shares} aria-label={m.leads_sets_unassigned()}>
        {unassigned.data.data.map((source) => (
          <SourceRow
            key={source.id}
            source={source}
            sets={sets}
            chosen={chosen.get(source.id) ?? null}
            onChoose={(set) => choose(source.id, set)}
          />
        ))}
      </ul>
      <FormActions submit={m.common_submit()} busy={busy} onCancel={onClose} />
    </form>
  );
}

interface RowProps {
  source: { value: string; isShowing: boolean };
  sets: readonly DistributionSet[];
  chosen: string | null;
  /** Null means no set. */
  onChoose(set: string | null): void;
}

const SourceRow = ({ source: { value, isShowing }, sets, chosen, onChoose }: RowProps) => (
  <li>
    <span>{isShowing ? value : m.leads_sources_hiddenNamed({ leadSource: value })}</span>
    <Select
      aria-label={m.leads_sets_setOf({ leadSource: value })}
      placeholder={m.leads_sets_noSet()}
      data={sets.map((set) => ({ value: String(set.id), label: set.title }))}
      value={chosen}
      onChange={onChoose}
      clearable
      w={220}
      maw="60%"
    />
  </li>
);
