import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { keysOf, mapValues } from '@lintel/contract/core/map-values';
import { keptByLaw, retentionRules, type RetentionKind } from '@lintel/contract/privacy/constants';
import type { RetentionSettings } from '@lintel/contract/privacy/retention';
import { changingRules } from '@lintel/contract/core/changing-rules';
import { ApiError, isConflict } from '../../../lib/api/api-error.ts';
import { useGuardedSave } from '../../../lib/edit-form/use-guarded-save.ts';
import { useUnsaved } from '../../../lib/form/unsaved.tsx';
import { formatMoment } from '../../../lib/format-moment.ts';
import { may, useSession } from '../../../lib/session.ts';
import { failureText, notifyFailure } from '../../../lib/failure.ts';
import { Card } from '../../../ui/card.tsx';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { IconPencil } from '../../../ui/icons.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { postRetention, previewQuery, retentionQuery } from './requests.ts';
import { Runs } from './runs.tsx';
import classes from './retention.module.css';

/** Retention periods, a preview of the next run, and the latest runs. */
export function RetentionSection() {
  const mayChange = may(useSession(), changingRules);
  const [active, setActive] = useState(false);
  const { data, error, refetch } = useQuery(retentionQuery);
  if (data === undefined) {
    return (
      <Card>
        {error === null ? (
          <SkeletonRows columns={2} rows={6} />
        ) : (
          <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
        )}
      </Card>
    );
  }
  return (
    <div className={classes.cards}>
      <Card>
        <div className={classes.head}>
          <LastChange settings={data} />
          {mayChange && !active && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              aria-label={m.privacy_retention_edit()}
              onClick={() => setActive(true)}
            >
              {m.common_edit()}
            </Button>
          )}
        </div>
        {active ? (
          <MonthsForm base={data} onDone={() => setActive(false)} />
        ) : (
          <Rules render={(kind) => m.privacy_retention_months({ months: data.months[kind] })} />
        )}
        <Kept />
      </Card>
      <Runs mayRehearse={mayChange} />
    </div>
  );
}

const LastChange = ({ settings: { email, lastEdit } }: { settings: RetentionSettings }) => (
  <p className={classes.quiet}>
    {lastEdit === null
      ? m.common_lastUpdated_never()
      : m.common_lastUpdated({
          email: email || m.common_lastUpdated_system(),
          at: formatMoment(lastEdit),
        })}
  </p>
);

type RetentionInput = Record<RetentionKind, number | string>;

function useMonthsForm(base: RetentionSettings, onDone: () => void) {
  const [start] = useState(base);
  const [months, setMonths] = useState<RetentionInput>(start.months);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const saving = useGuardedSave({
    call: (sent: RetentionInput, over) => {
      const { lastEdit } = start;
      return postRetention({
        body: { months: mapValues(sent, String), ...(!over && { lastEdit }) },
      });
    },
    successToast: ({ message }) => message,
    refresh: [retentionQuery.queryKey, previewQuery.queryKey],
    onDone,
    onFailure: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (!isConflict(error) && Object.keys(fields).length === 0) notifyFailure(error);
    },
  });
  const dirty = keysOf(retentionRules).some(
    (kind) => String(months[kind]) !== String(start.months[kind]),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (saving.busy) return;
    if (dirty) void saving.save(months);
    else onDone();
  };
  return {
    ...saving,
    months,
    errors,
    dirty,
    submit,
    change: (kind: RetentionKind, value: number | string): void => {
      setErrors({});
      setMonths({ ...months, [kind]: value });
    },
    overwriteStored: () => void saving.save(months, true),
  };
}

function MonthsForm({ base, onDone }: { base: RetentionSettings; onDone: () => void }) {
  const form = useMonthsForm(base, onDone);
  useUnsaved(form.dirty);
  return (
    <form onSubmit={form.submit} aria-label={m.privacy_retention_edit()} noValidate>
      {form.conflict !== null && (
        <ChangedNotice
          text={form.conflict}
          onKeep={form.overwriteStored}
          onDiscardOwn={form.discardOwn}
        />
      )}
      <Rules
        render={(kind) => (
          <NumberField
            aria-label={m.privacy_retention_monthsFor({ label: retentionRules[kind].label })}
            value={String(form.months[kind])}
            onChange={(value) => form.change(kind, value)}
            error={form.errors[`months.${kind}`]}
            inputMode="numeric"
            look={{ places: 0 }}
            rightSection={m.privacy_retention_monthsSuffix()}
            rightSectionWidth={72}
            rightSectionPointerEvents="none"
          />
        )}
      />
      <FormActions submit={m.common_save()} busy={form.busy} onCancel={onDone} />
    </form>
  );
}

/** Each kind with what is removed and its bounds. `render` renders its months. */
const Rules = ({ render }: { render: (kind: RetentionKind) => ReactNode }) => (
  <dl className={classes.rules}>
    {keysOf(retentionRules).map((kind) => {
      const { label, help, min, max } = retentionRules[kind];
      return (
        <div key={kind}>
          <dt>
            {label}
            <span className={classes.quiet}>{help}</span>
          </dt>
          <dd>
            {render(kind)}
            <span className={classes.quiet}>{m.privacy_retention_range({ min, max })}</span>
          </dd>
        </div>
      );
    })}
  </dl>
);

const Kept = () => (
  <section className={classes.kept} aria-label={m.privacy_retention_longer_title()}>
    <h3>{m.privacy_retention_longer_title()}</h3>
    <dl>
      {keptByLaw.map(({ what, why }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{why}</dd>
        </div>
      ))}
    </dl>
    <p className={classes.quiet}>{m.privacy_retention_longer_text()}</p>
  </section>
);
