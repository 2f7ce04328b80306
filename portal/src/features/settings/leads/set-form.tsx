import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DistributionSet } from '@lintel/contract/leads-distribution';
import { FormActions } from '../../../ui/form-actions.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { looseSourcesQuery } from './api/lead-fields.ts';
import { ChangedNotice } from './changed-notice.tsx';
import { useSetForm, type UsedSetForm } from './use-set-form.ts';
import classes from './leads.module.css';

interface Props {
  /** The set that is changed; null makes a new one. */
  set: DistributionSet | null;
  onClose(): void;
}

/** Names a set and chooses its sources: its own, and those that are in no set. */
export function SetForm({ set, onClose }: Props) {
  const used = useSetForm({ set, onSaved: onClose });
  const { form, field, values, setValue, busy, conflict } = used;
  const leave = (): void => {
    const tidy = values.title.trim().replace(/\s+/g, ' ');
    if (tidy !== values.title) setValue('title', tidy);
    field('title').onBlur();
  };
  return (
    <form {...form}>
      {conflict !== null && (
        <ChangedNotice text={conflict} onSaveOver={used.saveOver} onReload={used.reload} />
      )}
      <TextInput
        {...field('title')}
        onBlur={leave}
        label="Name"
        required
        maxLength={50}
        autoComplete="off"
        data-autofocus
      />
      <Sources used={used} own={set?.leadSources ?? []} />
      <FormActions submit="Submit" busy={busy} onCancel={onClose} />
    </form>
  );
}

function Sources({
  used: { values, errors, setValue },
  own,
}: {
  used: UsedSetForm;
  own: DistributionSet['leadSources'];
}) {
  const loose = useQuery(looseSourcesQuery);
  if (loose.isError && loose.data === undefined)
    return <ErrorState onRetry={() => void loose.refetch()} />;
  if (loose.data === undefined) return <SkeletonRows columns={1} rows={4} />;
  const free = loose.data.data.map(({ id, value, isShowing }) => ({
    id,
    leadSource: value,
    isShowing,
  }));
  const taken = new Set(own.map(({ id }) => id));
  const all = [...own, ...free.filter(({ id }) => !taken.has(id))];
  return (
    <Checkbox.Group
      mt="md"
      label="Lead sources"
      description={all.length > 0 && 'Its own, and those that are in no set yet.'}
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
            label={isShowing ? leadSource : `${leadSource} (hidden)`}
          />
        ))}
        {all.length === 0 && <p className={classes.quiet}>Every lead source is in another set.</p>}
      </div>
    </Checkbox.Group>
  );
}
