import * as m from '#messages';
import type { TeamUser } from '@lintel/contract/identity/team';
import { formatDate } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TeamActions } from './team-actions.tsx';
import type { Team, TeamSection } from './use-team.ts';
import { Rich } from '../../../ui/rich.tsx';
import classes from './team-list.module.css';

const statuses = {
  active: { status: m.common_active(), tone: 'green' },
  invited: { status: m.identity_status_invited(), tone: 'blue' },
  deactivated: { status: m.identity_status_deactivated(), tone: 'grey' },
} as const;

interface TeamListProps {
  team: Team;
  onEdit: (user: TeamUser) => void;
}

/** The team users with their access and actions. */
export function TeamList(props: TeamListProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{m.common_user()}</th>
          <th scope="col">{m.identity_team_access()}</th>
          <th scope="col">{m.common_status()}</th>
          <th scope="col">{m.common_lastSeen()}</th>
          <th scope="col">
            <span className={classes.spoken}>{m.common_actions()}</span>
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

/** Users can't see the actions that would lock them out of their own account. */
function Row({ user, team, onEdit }: TeamListProps & { user: TeamUser }) {
  const isMe = user.id === useSession().user.id;
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          {user.firstname} {user.lastname}
          {isMe && ` ${m.identity_team_you()}`}
        </span>
        <span className={classes.quiet}>{user.email}</span>
      </th>
      <td>
        <MemberAccess user={user} sections={team.sections} />
      </td>
      <td>
        <StatusBadge {...statuses[user.status]} />
      </td>
      <td data-label={m.common_lastSeen()} className="numbers">
        {user.lastSeen === null ? m.common_never() : formatDate(user.lastSeen)}
      </td>
      <td>{!isMe && <TeamActions team={team} user={user} onEdit={() => onEdit(user)} />}</td>
    </tr>
  );
}

function MemberAccess({
  user: { access },
  sections,
}: {
  user: TeamUser;
  sections: readonly TeamSection[];
}) {
  if (access.type === 'Full') return m.identity_team_full();
  const named = access.resourceCodes.map(
    (code) => sections.find((section) => section.code === code)?.name ?? code,
  );
  return (
    <>
      <Rich
        text={m.identity_team_limitedTo({ named: named.join(', ') })}
        parts={{ span: (words) => <span className={classes.quiet}>{words}</span> }}
      />
    </>
  );
}
