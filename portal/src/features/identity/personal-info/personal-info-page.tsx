import { Suspense } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { pushAccess } from '@lintel/contract/push/constants';
import { may, useSession } from '../../../lib/session.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { EditingScope } from '../../../ui/editable-card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ActivityCard } from './activity-card.tsx';
import { CompanyCard, ownCompany } from './company-card.tsx';
import { DataExportCard } from './data-export-card.tsx';
import {
  notificationOptionsQuery,
  notificationQuery,
  NotificationCard,
} from './notification-card.tsx';
import { NoticesCard } from '../../lenders/index.ts';
import { PushCard } from '../../push/index.ts';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { TeamCard } from './team-card.tsx';
import { SessionsCard, sessionsQuery } from './sessions-card.tsx';
import { teamLimitQuery, teamSectionsQuery, teamQuery } from './use-team.ts';
import { factorsQuery, TwoStepCard } from './two-step-card.tsx';
import { VisitsCard } from './visits-card.tsx';
import classes from './personal-info.module.css';

/** Prefetches the e-mail notification card's data. Never throws. */
const prefetchNotifications = (client: QueryClient, userId: number): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(notificationOptionsQuery),
    client.prefetchQuery(notificationQuery(userId)),
  ]);

/** Prefetches the team card's data. Never throws. */
const prefetchTeam = (client: QueryClient, contractorId: number): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(teamLimitQuery(contractorId)),
    client.prefetchQuery(teamQuery(contractorId)),
    client.prefetchQuery(teamSectionsQuery(contractorId)),
  ]);

/**
 * Prefetches the upper cards' data; each card shows its own failure. The cards below load as they
 * near the viewport.
 */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  const company = ownCompany(session);
  await Promise.all([
    !session.switched && client.prefetchQuery(factorsQuery(session.user.id)),
    session.contractor !== null && prefetchNotifications(client, session.user.id),
    company !== null && prefetchTeam(client, company.id),
    !session.switched && client.prefetchQuery(sessionsQuery(session.user.id)),
  ]);
};

/**
 * The user's own profile, password, and devices, and for a contractor, the company, its e-mails,
 * and its team.
 */
export function PersonalInfoPage() {
  const session = useSession();
  const { user, contractor, switched } = session;
  const company = ownCompany(session);
  return (
    <>
      <PageHeader
        title={m.common_personalInfo()}
        purpose={user.isContractorUser ? m.identity_purpose_full() : m.identity_purpose_short()}
      />
      <EditingScope key={user.id}>
        <div className={classes.cards}>
          <ProfileCard key={user.id} />
          <PasswordCard />
          {!session.switched && <TwoStepCard userId={user.id} />}
          {session.lender && (
            <Suspense>
              <NoticesCard />
            </Suspense>
          )}
          {company && <CompanyCard company={company} />}
          {contractor && <NotificationCard userId={user.id} />}
          {contractor && !switched && may(session, pushAccess) && (
            <Suspense>
              <PushCard userId={user.id} />
            </Suspense>
          )}
          {company && <TeamCard contractorId={company.id} />}
          {!switched && <SessionsCard userId={user.id} />}
          {company && <VisitsCard contractorId={company.id} />}
          {company && user.isOwner && <ActivityCard contractorId={company.id} />}
          {company && user.isOwner && !switched && <DataExportCard contractorId={company.id} />}
        </div>
      </EditingScope>
    </>
  );
}
