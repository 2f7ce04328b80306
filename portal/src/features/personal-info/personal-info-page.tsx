import type { LoadContext } from '../../routes/router-context.ts';
import { useSession } from '../../lib/session.ts';
import { EditingScope } from '../../ui/editing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CompanyCard } from './company-card.tsx';
import { NotificationCard } from './notification-card.tsx';
import { ownCompany } from './own-company.ts';
import { PasswordCard } from './password-card.tsx';
import { prefetchNotifications, prefetchTeam } from './prefetch.ts';
import { ProfileCard } from './profile-card.tsx';
import { TeamCard } from './team-card.tsx';
import { VisitsCard } from './visits-card.tsx';
import classes from './personal-info.module.css';

/** Starts what the cards ask for; a card whose answer fails says so itself. */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  const company = ownCompany(session);
  await Promise.all([
    session.contractor !== null && prefetchNotifications(client, session.user.id),
    company !== null && prefetchTeam(client, company.id),
  ]);
};

/**
 * The user's own profile and password and, for a contractor, the company, its e-mails and its team.
 */
export function PersonalInfoPage() {
  const session = useSession();
  const { user, contractor } = session;
  const company = ownCompany(session);
  return (
    <>
      <PageHeader title="Personal Info" purpose="Your profile, password, company and team." />
      <EditingScope key={user.id}>
        <div className={classes.cards}>
          <ProfileCard key={user.id} />
          <PasswordCard />
          {company && <CompanyCard company={company} />}
          {contractor && <NotificationCard userId={user.id} />}
          {company && <TeamCard contractorId={company.id} />}
          {company && <VisitsCard contractorId={company.id} />}
        </div>
      </EditingScope>
    </>
  );
}
