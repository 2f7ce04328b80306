import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { TeamUser } from '@lintel/contract/identity-team';
import { openDialog } from '../../lib/dialog.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { inviteTeamUser } from './api/invite-team-user.ts';
import { reactivateTeamUser } from './api/reactivate-team-user.ts';
import { removeTeamUser } from './api/remove-team-user.ts';
import { teamQuery } from './api/get-team.ts';
import { tellNotSaved, tellSaved } from './saving.ts';

/**
 * What can be done about a team user besides editing; each reloads the list, also when it fails.
 */
export function useTeamActions(contractorId: number, user: TeamUser) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const params = { contractorId, userId: user.id };
  const name = `${user.firstname} ${user.lastname}`;
  const run = async (
    action: () => Promise<unknown>,
    done: string,
    fail: (error: unknown) => void,
  ): Promise<void> => {
    setBusy(true);
    try {
      await action();
      tellSaved(done);
    } catch (error) {
      fail(error);
    }
    await client.invalidateQueries({ queryKey: teamQuery(contractorId).queryKey });
    setBusy(false);
  };
  const remove = async (): Promise<void> => {
    if (!(await confirmRemoval(name, user.email))) return;
    await run(
      () => removeTeamUser({ params }),
      `${name} was deleted.`,
      () => showToast('Something wrong', 'danger', toastLife.long),
    );
    // The row that had the focus is gone with its user.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-opens="new"]')?.focus();
  };
  return {
    busy,
    invite: () =>
      void run(
        () => inviteTeamUser({ params }),
        `We sent the link again to ${user.email}.`,
        tellNotSaved,
      ),
    reactivate: () =>
      void run(() => reactivateTeamUser({ params }), `${name} can sign in again.`, tellNotSaved),
    remove: () => void remove(),
  };
}

const confirmRemoval = (name: string, email: string): Promise<boolean> =>
  openDialog({
    title: `Delete ${name}?`,
    text: `${email} can no longer sign in to your account. This cannot be undone.`,
    confirm: 'Delete',
    cancel: 'Keep',
    tone: 'danger',
  });
