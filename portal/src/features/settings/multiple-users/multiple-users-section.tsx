import { useState, type FormEvent } from 'react';
import { Button, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tiers, type Tier } from '@lintel/contract/billing/tiers';
import { maxTeamSize } from '@lintel/contract/contractors/manage-constants';
import { staffWithAll } from '@lintel/contract/core/access';
import type { ContractorBeyond, MultipleUsers } from '@lintel/contract/settings/team';
import { isConflict } from '../../../lib/edit-form/use-edit-form.ts';
import { useUnsaved } from '../../../lib/form/unsaved.tsx';
import { may, useSession } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { Card } from '../../../ui/card.tsx';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { IconPencil } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { LastUpdated } from '../last-updated.tsx';
import { multipleUsersQuery, postMultipleUsers } from '../requests.ts';
import { BeyondModal } from './beyond-modal.tsx';
import classes from './multiple-users.module.css';

const changingSizes = staffWithAll(
  ['manage-settings', 'modify'],
  ['manage-multiple-users', 'modify'],
);

interface How {
  confirmationReceived: boolean;
  /** Whatever somebody else saved meanwhile. */
  over: boolean;
}

/**
 * Saves tiers' numbers. Nobody is deactivated without a confirmation, and nothing of somebody
 * else's written over without a word.
 */
function useSizesSaving(lastEdit: string | null, onDone: () => void) {
  const client = useQueryClient();
  const [beyond, setBeyond] = useState<readonly ContractorBeyond[]>([]);
  const [over, setOver] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const reload = (): Promise<void> =>
    client.invalidateQueries({ queryKey: multipleUsersQuery.queryKey });
  const save = async (multipleUsers: Partial<Record<Tier, number>>, how: How): Promise<void> => {
    setBusy(true);
    setOver(how.over);
    try {
      const body = {
        multipleUsers,
        confirmationReceived: how.confirmationReceived,
        ...(!how.over && { lastEdit }),
      };
      const { confirmationRequired = false, contractors = [] } = await postMultipleUsers({ body });
      setBeyond(confirmationRequired ? contractors : []);
      if (confirmationRequired) return;
      await reload();
      showToast('Success!');
      onDone();
    } catch (error) {
      setBeyond([]);
      if (isConflict(error)) setConflict(error.message);
      else showToast('Something wrong', 'danger', false, 'multiple-users');
    } finally {
      setBusy(false);
    }
  };
  return { beyond, over, conflict, busy, save, reload, cancelConfirm: () => setBeyond([]) };
}

/** Edits the tiers' numbers; nothing is lost when saving fails. */
function useSizesForm(base: MultipleUsers, onDone: () => void) {
  const [start] = useState(base);
  const [sizes, setSizes] = useState(start.multipleUsers);
  const { over, save, reload, ...saving } = useSizesSaving(start.lastEdit, onDone);
  const changed = tiers.filter((tier) => sizes[tier] !== start.multipleUsers[tier]);
  // Only what was changed is sent, so that what somebody else set for another tier stays.
  const sent = (): Partial<Record<Tier, number>> =>
    Object.fromEntries(changed.map((tier) => [tier, sizes[tier]]));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (saving.busy) return;
    if (changed.length === 0) onDone();
    else void save(sent(), { confirmationReceived: false, over: false });
  };
  return {
    ...saving,
    sizes,
    onSubmit,
    dirty: changed.length > 0,
    change: (tier: Tier, size: number) => setSizes({ ...sizes, [tier]: size }),
    confirm: () => void save(sent(), { confirmationReceived: true, over }),
    saveOver: () => void save(sent(), { confirmationReceived: false, over: true }),
    takeTheirs: () => {
      void reload();
      onDone();
    },
  };
}

/** How many team users contractors may have, tier by tier. */
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
            aria-label="Edit Multiple Users"
            onClick={() => setActive(true)}
          >
            Edit
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

/** The tiers' numbers, to choose from 0 to 10 each. */
function SizesForm({ base, onDone }: Props) {
  const form = useSizesForm(base, onDone);
  useUnsaved(form.dirty);
  return (
    <form onSubmit={form.onSubmit} aria-label="Edit Multiple Users" noValidate>
      {form.conflict !== null && (
        <ChangedNotice text={form.conflict} onKeep={form.saveOver} onTakeTheirs={form.takeTheirs} />
      )}
      <SizesTable sizes={form.sizes} onChange={form.change} />
      <FormActions submit="Submit" busy={form.busy} onCancel={onDone} />
      {form.beyond.length > 0 && (
        <BeyondModal
          contractors={form.beyond}
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
  /** Without it the numbers are only shown. */
  onChange?: (tier: Tier, size: number) => void;
}

/** Each tier with the number of its team users. */
const SizesTable = ({ sizes, onChange }: SizesTableProps) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">Tier</th>
        <th scope="col">Team users</th>
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
                aria-label={`Team users of ${tier}`}
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
