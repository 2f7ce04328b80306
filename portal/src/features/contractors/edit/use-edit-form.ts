import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { ManagedContractor } from '@lintel/contract/contractors-edit';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import {
  contractorsKey,
  managedQuery,
  updateContractor,
  type ContractorChange,
} from '../requests.ts';
import { changesOf, isDirty, rebased, valuesOf, type EditValues } from './edit-values.ts';

/** What the form stands on, and what somebody else has stored since. */
function useNewerContractor(managed: ManagedContractor) {
  const client = useQueryClient();
  const [base, setBase] = useState(managed);
  const [newer, setNewer] = useState<ManagedContractor | null>(null);
  return {
    base,
    newer,
    forget: (): void => setNewer(null),
    /** From now on the form stands on what is stored. */
    accept: (): void => {
      if (newer !== null) setBase(newer);
      setNewer(null);
    },
    /** Looks up what is stored now, after a conflict. */
    async lookUp(): Promise<void> {
      const query = { ...managedQuery(base.contractor.id), staleTime: 0 };
      const stored = await client.fetchQuery(query).catch(() => null);
      if (stored !== null && stored.version !== base.version) setNewer(stored);
    },
  };
}

interface TeamUser {
  id: number;
  fullName: string;
  email: string;
}

interface Question {
  teamUsers: readonly TeamUser[];
  settle(confirmed: boolean): void;
}

/** Asks whether the team users beyond a new limit may be deactivated. */
function useOverlimit() {
  const [question, setQuestion] = useState<Question | null>(null);
  return {
    question,
    confirm: (teamUsers: readonly TeamUser[]): Promise<boolean> =>
      new Promise((resolve) => {
        const settle = (confirmed: boolean): void => {
          setQuestion(null);
          resolve(confirmed);
        };
        setQuestion({ teamUsers, settle });
      }),
  };
}
export type OverlimitQuestion = Question;

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

/**
 * Sends a change; a limit that is too low for the team asks first. False when that is not wanted.
 */
async function send(
  id: number,
  change: ContractorChange,
  confirm: ReturnType<typeof useOverlimit>['confirm'],
): Promise<boolean> {
  const { teamUsersConfirmationRequired: asks, teamUsers = [] } = await updateContractor(
    id,
    change,
  );
  if (asks && !(await confirm(teamUsers))) return false;
  if (asks) await updateContractor(id, { ...change, teamUsersConfirmationReceived: true });
  return true;
}

/** The form of a contractor: what differs is sent, and nobody is written over unseen. */
export function useEditForm({ managed, mayPlan, onSaved }: Options) {
  const client = useQueryClient();
  const { base, newer, forget, accept, lookUp } = useNewerContractor(managed);
  const overlimit = useOverlimit();
  const { id, hasUser } = base.contractor;
  const initial = valuesOf(base);
  const save = async (values: EditValues): Promise<void> => {
    forget();
    const change = { ...changesOf(initial, values, hasUser), version: base.version };
    if (!(await send(id, change, overlimit.confirm))) return;
    showToast("Field's was changed");
    await client.invalidateQueries({ queryKey: contractorsKey });
    onSaved();
  };
  const used = useContractForm({
    initial,
    rules: rulesFor(hasUser, mayPlan),
    onSubmit: (_sent, values) =>
      save(values).catch((error: unknown) => Promise.reject(unmarked(error))),
    onFailure: (error) => tell(error, lookUp),
    fieldFor: (name) => (name === 'maxTeamUsers' ? 'size' : name),
  });
  const take = (theirs: ManagedContractor | null, mine: boolean): void => {
    if (theirs === null) return;
    const values = valuesOf(theirs);
    used.reset(mine ? rebased(initial, used.values, values) : values);
    accept();
  };
  const dirty = isDirty(changesOf(initial, used.values, hasUser));
  return {
    ...used,
    base,
    initial,
    newer,
    overlimit,
    dirty,
    keepMine: () => take(newer, true),
    takeTheirs: () => take(newer, false),
  };
}
export type UsedEditForm = ReturnType<typeof useEditForm>;

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict';

/** Says why nothing was saved; after a conflict `lookUp` finds what stands now. */
function tell(error: unknown, lookUp: () => Promise<void>): void {
  showToast(failureText(error), 'danger');
  if (isConflict(error)) void lookUp();
}

/** A conflict names fields to say what they are now, not that they are wrong. */
const unmarked = (error: unknown): unknown =>
  error instanceof ApiError && isConflict(error)
    ? new ApiError(error.status, error.code, error.message)
    : error;
