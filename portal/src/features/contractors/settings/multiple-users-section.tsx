import { useState, type FormEvent } from 'react';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { tiers, type Tier } from '@lintel/contract/billing/tiers';
import { maxTeamSize } from '@lintel/contract/contractors/manage-constants';
import { staffWithAll } from '@lintel/contract/core/access';
import type {
  ContractorBeyond,
  MultipleUsers,
} from '@lintel/contract/contractors/tier-team-limits';
import { isConflict } from '../../../lib/api/api-error.ts';
import { useGuardedSave } from '../../../lib/edit-form/use-guarded-save.ts';
import { useUnsaved } from '../../../lib/form/unsaved.tsx';
import { may, useSession } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/failure.ts';
import { Card } from '../../../ui/card.tsx';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { IconPencil } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { LastUpdated } from './last-updated.tsx';
import { multipleUsersQuery, postMultipleUsers } from './requests.ts';
import { OverLimitModal } from './over-limit-modal.tsx';
import classes from './multiple-users.module.css';

const changingSizes = staffWithAll(
  ['manage-settings', 'modify'],
  ['manage-multiple-users', 'modify'],
);

interface SaveRequest {
  multipleUsers: Partial<Record<Tier, number>>;
  confirmationReceived: boolean;
}

/**
 * Edits the tiers' numbers. A failed save keeps the input, and no user is deactivated without a
 * confirmation.
 */
function useSizesForm(base: MultipleUsers, onDone: () => void) {
  const [start] = useState(base);
  const [sizes, setSizes] = useState(start.multipleUsers);
  const [overLimit, setOverLimit] = useState<readonly ContractorBeyond[]>([]);
  const [over, setOver] = useState(false);
  const saving = useGuardedSave({
    call: (sent: SaveRequest, isOver) => {
      setOver(isOver);
      const { lastEdit } = start;
      return postMultipleUsers({ body: { ...sent, ...(!isOver && { lastEdit }) } });
    },
    successToast: ({ confirmationRequired }) =>
      confirmationRequired ? undefined : m.common_success(),
    onAnswer: ({ confirmationRequired = false, contractors = [] }) =>
      setOverLimit(confirmationRequired ? contractors : []),
    refresh: [multipleUsersQuery.queryKey],
    onDone: (answer) => void (answer?.confirmationRequired || onDone()),
    onFailure: (error) => {
      setOverLimit([]);
      if (!isConflict(error)) showToast(m.common_error_title(), 'danger', false, 'multiple-users');
    },
  });
  const changed = tiers.filter((tier) => sizes[tier] !== start.multipleUsers[tier]);
  const save = (confirmationReceived: boolean, isOver: boolean): void => {
    // Sends only changes, so that another user's change to another tier stays.
    const multipleUsers = Object.fromEntries(changed.map((tier) => [tier, sizes[tier]]));
    void saving.save({ multipleUsers, confirmationReceived }, isOver);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (saving.busy) return;
    if (changed.length === 0) onDone();
    else save(false, false);
  };
  return {
    busy: saving.busy,
    conflict: saving.conflict,
    overLimit,
    sizes,
    onSubmit,
    dirty: changed.length > 0,
    change: (tier: Tier, size: number) => setSizes({ ...sizes, [tier]: size }),
    confirm: () => save(true, over),
    cancelConfirm: () => setOverLimit([]),
    overwriteStored: () => save(false, true),
    discardOwn: saving.discardOwn,
  };
}

/** The number of team users per tier. */
export function MultipleUsersSection() {
  const mayChange = may(useSession(), changingSizes);
  const [active, setActive] = useState(false);
  const { data, error, refetch } = useQuery(multipleUsersQuery);
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
    <Card>
      <div className={classes.head}>
        <LastUpdated email={data.email} at={data.lastEdit} />
        {mayChange && !active && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            aria-label={m.contractors_limits_edit()}
            onClick={() => setActive(true)}
          >
            {m.common_edit()}
          </Button>
        )}
      </div>
      {active ? (
        <SizesForm base={data} onDone={() => setActive(false)} />
      ) : (
        <SizesTable sizes={data.multipleUsers} />
      )}
    </Card>
  );
}

interface Props {
  base: MultipleUsers;
  onDone(): void;
}

/** The tiers' numbers, each 0 to 10. */
function SizesForm({ base, onDone }: Props) {
  const form = useSizesForm(base, onDone);
  useUnsaved(form.dirty);
  return (
    <form onSubmit={form.onSubmit} aria-label={m.contractors_limits_edit()} noValidate>
      {form.conflict !== null && (
        <ChangedNotice
          text={form.conflict}
          onKeep={form.overwriteStored}
          onDiscardOwn={form.discardOwn}
        />
      )}
      <SizesTable sizes={form.sizes} onChange={form.change} />
      <FormActions submit={m.common_submit()} busy={form.busy} onCancel={onDone} />
      {form.overLimit.length > 0 && (
        <OverLimitModal
          contractors={form.overLimit}
          busy={form.busy}
          onCancel={form.cancelConfirm}
          onConfirm={form.confirm}
        />
      )}
    </form>
  );
}

const choices = Array.from({ length: maxTeamSize + 1 }, (_one, size) => String(size));

interface SizesTableProps {
  sizes: Readonly<Record<Tier, number>>;
  /** If omitted, the numbers are read-only. */
  onChange?: (tier: Tier, size: number) => void;
}

/** Each tier with its number of team users. */
const SizesTable = ({ sizes, onChange }: SizesTableProps) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">{m.common_tier()}</th>
        <th scope="col">{m.contractors_limits_label()}</th>
      </tr>
    </thead>
    <tbody>
      {tiers.map((tier) => (
        <tr key={tier}>
          <th scope="row">{tier}</th>
          <td>
            {onChange === undefined ? (
              sizes[tier]
            ) : (
              <Select
                aria-label={m.contractors_limits_ofTier({ tier })}
                data={choices}
                value={String(sizes[tier])}
                onChange={(size) => size !== null && onChange(tier, Number(size))}
                w={96}
              />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
