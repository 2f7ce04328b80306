import { useState } from 'react';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import * as m from '#messages';
import type {
  inviteTeamUser as inviteTeamUserEndpoint,
  reactivateTeamUser as reactivateTeamUserEndpoint,
  removeTeamUser as removeTeamUserEndpoint,
  resetTeamFactors as resetTeamFactorsEndpoint,
  TeamUser,
} from '@lintel/contract/identity/team';
import { call } from '../../../lib/api/call.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { useSession } from '../../../lib/session.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconPencil, IconTrash } from '../../../ui/icons.ts';
import { ResetFactorsModal } from '../reset-factors-modal.tsx';
import { LimitedButton } from './limited-button.tsx';
import { notifySaveFailure, notifySaved } from './saving.ts';
import { teamQuery, type Team } from './use-team.ts';
import classes from './team-list.module.css';

/** Resends the authorization link. */
const inviteTeamUser = call<typeof inviteTeamUserEndpoint>(
  { method: 'POST', path: '/contractor/{contractorId}/team/user/{userId}/invite' },
  { handles: [500] },
);

/** Reactivates a deactivated team user. */
const reactivateTeamUser = call<typeof reactivateTeamUserEndpoint>(
  { method: 'POST', path: '/contractor/{contractorId}/team/user/{userId}/reactivate' },
  { handles: [500] },
);

/** Resets a team user's second factors. */
const resetTeamFactors = call<typeof resetTeamFactorsEndpoint>({
  method: 'POST',
  path: '/contractor/{contractorId}/team/user/{userId}/reset-factors',
  encoding: 'json',
});

/** Removes a team user. */
const removeTeamUser = call<typeof removeTeamUserEndpoint>(
  { method: 'DELETE', path: '/contractor/{contractorId}/team/user/{userId}' },
  { handles: [500] },
);

/** A team user's actions besides editing; each reloads the list, even after a failure. */
function useTeamActions(contractorId: number, user: TeamUser) {
  const params = { contractorId, userId: user.id };
  const name = `${user.firstname} ${user.lastname}`;
  const refresh = [teamQuery(contractorId).queryKey];
  const invite = useAction({
    call: () => inviteTeamUser({ params }),
    onAnswer: () => notifySaved(m.identity_team_linkResent({ email: user.email })),
    refresh,
    refreshAlways: true,
    onFailure: (error) => notifySaveFailure(error),
  });
  const reactivate = useAction({
    call: () => reactivateTeamUser({ params }),
    onAnswer: () => notifySaved(m.identity_team_reactivated({ name })),
    refresh,
    refreshAlways: true,
    onFailure: (error) => notifySaveFailure(error),
  });
  const remove = useAction({
    ask: () => confirmRemoval(name, user.email),
    call: () => removeTeamUser({ params }),
    onAnswer: () => notifySaved(m.identity_team_deleted({ name })),
    refresh,
    refreshAlways: true,
    onDone: () => {
      // The focused row was removed with its user.
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('[data-opens="new"]')?.focus();
    },
    onFailure: () => showToast(m.common_error_title(), 'danger', toastLife.long),
  });
  return {
    busy: invite.busy || reactivate.busy || remove.busy,
    invite: () => void invite.run(),
    reactivate: () => void reactivate.run(),
    remove: () => void remove.run(),
  };
}

const confirmRemoval = (name: string, email: string): Promise<boolean> =>
  openDialog({
    title: m.identity_team_deleteTitle({ name }),
    text: m.identity_team_deleteText({ email }),
    confirm: m.common_delete(),
    cancel: m.common_keep(),
    tone: 'danger',
  });

interface TeamActionsProps {
  team: Team;
  user: TeamUser;
  onEdit: () => void;
}

/** The actions of one team user. */
export function TeamActions({ team, user, onEdit }: TeamActionsProps) {
  const { busy, invite, reactivate, remove } = useTeamActions(team.contractorId, user);
  const whom = `${user.firstname} ${user.lastname}`;
  const small = { variant: 'light', size: 'compact-sm', loading: busy } as const;
  const session = useSession();
  const [isResetting, setResetting] = useState(false);
  return (
    <div className={classes.actions}>
      {user.status === 'active' && session.user.isOwner && !session.switched && (
        <Button
          {...small}
          aria-label={m.identity_resetTwoStep_named({ whom })}
          onClick={() => setResetting(true)}
        >
          {m.common_resetTwoStep()}
        </Button>
      )}
      {isResetting && (
        <ResetFactorsModal
          name={whom}
          onReset={(body) =>
            resetTeamFactors({
              params: { contractorId: team.contractorId, userId: user.id },
              body,
            })
          }
          onClose={() => setResetting(false)}
        />
      )}
      {user.status === 'invited' && (
        <Button {...small} aria-label={m.identity_team_resendNamed({ whom })} onClick={invite}>
          {m.identity_team_resend()}
        </Button>
      )}
      {user.status === 'deactivated' && (
        <LimitedButton
          {...small}
          full={team.count >= team.limit}
          aria-label={m.identity_team_reactivateNamed({ whom })}
          onClick={reactivate}
        >
          {m.identity_reactivate()}
        </LimitedButton>
      )}
      <Tooltip label={m.common_edit()}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={m.identity_team_editNamed({ whom })}
          data-opens={user.id}
          onClick={onEdit}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={m.common_delete()}>
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={m.identity_team_deleteNamed({ whom })}
          disabled={busy}
          onClick={remove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
