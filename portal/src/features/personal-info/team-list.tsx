import type { TeamUser } from '@lintel/contract/identity-team';
import { formatDate } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { TeamSection } from './api/get-team-sections.ts';
import { TeamActions } from './team-actions.tsx';
import type { Team } from './use-team.ts';
import classes from './team-list.module.css';

const statuses = {
  active: { status: 'Active', tone: 'green' },
  invited: { status: 'Invited', tone: 'blue' },
  deactivated: { status: 'Deactivated', tone: 'grey' },
} as const;

interface Props {
  team: Team;
  onEdit: (user: TeamUser) => void;
}

/** The team users, what each may see and what can be done about them. */
export function TeamList(props: Props) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Access</th>
          <th scope="col">Status</th>
          <th scope="col">Last seen</th>
          <th scope="col">
            <span className={classes.spoken}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.team.users.map((user) => (
          <Row key={user.id} user={user} {...props} />
        ))}
      </tbody>
    </table>
  );
}

/** Users do not see what would lock them out of their own account. */
function Row({ user, team, onEdit }: Props & { user: TeamUser }) {
  const isMe = user.id === useSession().user.id;
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          {user.firstname} {user.lastname}
          {isMe && ' (you)'}
        </span>
        <span className={classes.quiet}>{user.email}</span>
      </th>
      <td>
        <AccessOf user={user} sections={team.sections} />
      </td>
      <td>
        <StatusBadge {...statuses[user.status]} />
      </td>
      <td data-label="Last seen" className="numbers">
        {user.lastSeen === null ? 'Never' : formatDate(user.lastSeen)}
      </td>
      <td>{!isMe && <TeamActions team={team} user={user} onEdit={() => onEdit(user)} />}</td>
    </tr>
  );
}

function AccessOf({
  user: { access },
  sections,
}: {
  user: TeamUser;
  sections: readonly TeamSection[];
}) {
  if (access.type === 'Full') return 'Full';
  const named = access.resourceCodes.map(
    (code) => sections.find((section) => section.code === code)?.name ?? code,
  );
  return (
    <>
      Limited
      <span className={classes.quiet}>{named.join(', ')}</span>
    </>
  );
}
