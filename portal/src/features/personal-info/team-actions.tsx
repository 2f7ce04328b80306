import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { TeamUser } from '@lintel/contract/identity-team';
import { IconPencil, IconTrash } from '../../ui/icons.ts';
import { LimitedButton } from './limited-button.tsx';
import { useTeamActions } from './use-team-actions.ts';
import type { Team } from './use-team.ts';
import classes from './team-list.module.css';

interface Props {
  team: Team;
  user: TeamUser;
  onEdit: () => void;
}

/** What can be done about one team user. */
export function TeamActions({ team, user, onEdit }: Props) {
  const { busy, invite, reactivate, remove } = useTeamActions(team.contractorId, user);
  const whom = `${user.firstname} ${user.lastname}`;
  const small = { variant: 'light', size: 'compact-sm', loading: busy } as const;
  return (
    <div className={classes.actions}>
      {user.status === 'invited' && (
        <Button {...small} aria-label={`Send link again to ${whom}`} onClick={invite}>
          Send link again
        </Button>
      )}
      {user.status === 'deactivated' && (
        <LimitedButton
          {...small}
          full={team.count >= team.limit}
          aria-label={`Reactivate ${whom}`}
          onClick={reactivate}
        >
          Reactivate
        </LimitedButton>
      )}
      <Tooltip label="Edit">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Edit ${whom}`}
          data-opens={user.id}
          onClick={onEdit}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete">
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={`Delete ${whom}`}
          disabled={busy}
          onClick={remove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
