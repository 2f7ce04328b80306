import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { ManagedContractor } from '@lintel/contract/contractors-edit';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { contractorsKey } from '../api/get-contractors.ts';
import { managedQuery } from '../api/get-managed.ts';
import { updateContractor } from '../api/update-contractor.ts';
import { changesOf, isDirty, rebased, valuesOf } from './edit-values.ts';
import { useOverlimit } from './use-overlimit.ts';

interface Options {
  managed: ManagedContractor;
  /** Whether the session may change plan and team size. */
  mayPlan: boolean;
  onSaved(): void;
}

const rulesFor = (hasUser: boolean, mayPlan: boolean) => async () => {
  const forms = await import('@lintel/contract/contractors-edit');
  if (hasUser) return mayPlan ? forms.ownedForm : forms.ownedFormWithoutPlan;
  return mayPlan ? forms.contactedForm : forms.contactedFormWithoutPlan;
};

/** The form of a contractor: what differs is sent, a limit that is too low asks first, and nobody is written over unseen. */
export function useEditForm({ managed, mayPlan, onSaved }: Options) {
  const client = useQueryClient();
  const [base, setBase] = useState(managed);
  const [newer, setNewer] = useState<ManagedContractor | null>(null);
  const overlimit = useOverlimit();
  const { id, hasUser } = base.contractor;
  const initial = valuesOf(base.contractor);
  const save = async (values: typeof initial): Promise<void> => {
    setNewer(null);
    const change = { ...changesOf(initial, values, hasUser), version: base.version };
    const answer = await updateContractor(id, change);
    const { teamUsersConfirmationRequired: asks, teamUsers = [] } = answer;
    if (asks && !(await overlimit.confirm(teamUsers))) return;
    if (asks) await updateContractor(id, { ...change, teamUsersConfirmationReceived: true });
    showToast("Field's was changed");
    await client.invalidateQueries({ queryKey: contractorsKey });
    onSaved();
  };
  const used = useContractForm({
    initial,
    rules: rulesFor(hasUser, mayPlan),
    onSubmit: (_sent, values) => save(values).catch((error: unknown) => Promise.reject(unmarked(error))),
    onFailure: (error) => {
      showToast(failureText(error), 'danger');
      if (isConflict(error)) void lookUp();
    },
    fieldFor: (name) => (name === 'maxTeamUsers' ? 'size' : name),
  });
  /** What is stored now, after a conflict. */
  const lookUp = async (): Promise<void> => {
    const stored = await client.fetchQuery({ ...managedQuery(id), staleTime: 0 }).catch(() => null);
    if (stored !== null && stored.version !== base.version) setNewer(stored);
  };
  const take = (values: typeof initial): void => {
    if (newer !== null) setBase(newer);
    used.reset(values);
    setNewer(null);
  };
  return {
    ...used,
    base,
    initial,
    newer,
    overlimit,
    dirty: isDirty(changesOf(initial, used.values, hasUser)),
    keepMine: () => newer && take(rebased(initial, used.values, valuesOf(newer.contractor))),
    takeTheirs: () => newer && take(valuesOf(newer.contractor)),
  };
}
export type UsedEditForm = ReturnType<typeof useEditForm>;

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict';

/** A conflict names fields to say what they are now, not that they are wrong. */
const unmarked = (error: unknown): unknown =>
  error instanceof ApiError && isConflict(error) ? new ApiError(error.status, error.code, error.message) : error;
