import { useState } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { ManagedContractor } from '@lintel/contract/contractors/edit';
import { ApiError, isConflict } from '../../../lib/api/api-error.ts';
import { useEditForm } from '../../../lib/edit-form/use-edit-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import {
  contractorsKey,
  managedQuery,
  updateContractor,
  type ContractorChange,
} from '../requests.ts';
import { cancellationQuery, type Decision } from './cancel-modal.tsx';
import { editChanges, isDirty, labels, rebased, toEditValues } from './edit-values.ts';

interface TeamUser {
  id: number;
  fullName: string;
  email: string;
}

interface Question {
  teamUsers: readonly TeamUser[];
  settle(confirmed: boolean): void;
}

/** Asks whether to deactivate the team users beyond a new limit. */
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

/** Asks for the terms of a cancellation. */
function useCancel() {
  const [settle, setSettle] = useState<((decision: Decision) => void) | null>(null);
  return {
    settle,
    ask: (): Promise<Decision> =>
      new Promise((resolve) => {
        setSettle(() => (decision: Decision): void => {
          setSettle(null);
          resolve(decision);
        });
      }),
  };
}

interface Options {
  managed: ManagedContractor;
  /** Whether the session may change the plan and team size. */
  mayPlan: boolean;
  onSaved(): void;
}

const rulesFor = async (hasUser: boolean, mayPlan: boolean) => {
  const forms = await import('@lintel/contract/contractors/edit');
  if (hasUser) return mayPlan ? forms.ownedForm : forms.ownedFormWithoutPlan;
  return mayPlan ? forms.contactedForm : forms.contactedFormWithoutPlan;
};

/**
 * Sends a change; a limit below the team's size needs a confirmation. Returns false if declined.
 */
async function send(
  id: number,
  change: ContractorChange,
  confirm: ReturnType<typeof useOverlimit>['confirm'],
): Promise<boolean> {
  const { teamUsersConfirmationRequired: needsConfirmation, teamUsers = [] } =
    await updateContractor(id, change);
  if (needsConfirmation && !(await confirm(teamUsers))) return false;
  if (needsConfirmation)
    await updateContractor(id, { ...change, teamUsersConfirmationReceived: true });
  return true;
}

/** Whether canceling the contractor ends a paid period. */
const isPaying = async (client: QueryClient, contractorId: number): Promise<boolean> =>
  (await client.fetchQuery(cancellationQuery(contractorId))).isPaying;

const toRecord = (managed: ManagedContractor) => ({ ...managed, id: managed.contractor.id });

/**
 * A contractor's form. It sends only changes, and never overwrites another user's unseen changes.
 */
export function useContractorForm({ managed, mayPlan, onSaved }: Options) {
  const client = useQueryClient();
  const overlimit = useOverlimit();
  const cancel = useCancel();
  const [opened] = useState(() => toRecord(managed));
  const used = useEditForm({
    item: opened,
    toValues: (stored) => toEditValues(stored ?? opened),
    labels,
    rules: (current) => rulesFor((current ?? opened).contractor.hasUser, mayPlan),
    fieldFor: (name) => (name === 'maxTeamUsers' ? 'size' : name),
    save: async (seen, _sent, values): Promise<boolean> => {
      const change = {
        ...editChanges(used.base, values, stored.contractor.hasUser),
        version: seen?.version,
      };
      const needsCancelChoice =
        change.paymentStatus === 'Canceled' && (await isPaying(client, opened.id));
      const cancellation = needsCancelChoice ? await cancel.ask() : undefined;
      if (cancellation === null) return false;
      const decided = { ...change, ...(cancellation && { cancellation }) };
      return send(opened.id, decided, overlimit.confirm).catch((error: unknown) =>
        Promise.reject(unmarked(error)),
      );
    },
    find: async (id) => toRecord(await client.fetchQuery({ ...managedQuery(id), staleTime: 0 })),
    onSaved: async (isSaved) => {
      if (!isSaved) return;
      showToast(m.contractors_edit_saved());
      await client.invalidateQueries({ queryKey: contractorsKey });
      onSaved();
    },
    onFailure: (error) => notifyFailure(error),
  });
  /** The contractor version that the form is based on. */
  const stored = used.current ?? opened;
  return {
    ...used,
    stored,
    overlimit,
    cancel,
    dirty: isDirty(editChanges(used.base, used.values, stored.contractor.hasUser)),
    keepMine: () => used.rebase(rebased),
  };
}
export type EditFormState = ReturnType<typeof useContractorForm>;

/** A conflict's fields carry the current values; they are not errors. */
const unmarked = (error: unknown): unknown =>
  isConflict(error) ? new ApiError(error.status, error.code, error.message) : error;
