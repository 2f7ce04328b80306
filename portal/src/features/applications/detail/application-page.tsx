import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import { actorLabels, steps } from '@lintel/contract/applications/progress';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import { sourceLabels } from '@lintel/contract/applications/constants';
import { readAccess } from '@lintel/contract/core/access';
import { removedPerson } from '@lintel/contract/privacy/constants';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatDate, formatDateTime, formatPhone, formatWholeMoney } from '../../../lib/format.ts';
import { may, useSession } from '../../../lib/session.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { IconArrowLeft, IconMail, IconMessage, IconPhone } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { LockedState } from '../../../ui/locked-state.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ExpiredBanner } from '../report-head.tsx';
import { CustomerCard, DocumentsCard, LinksCard } from './related-cards.tsx';
import { FollowUpCard, NotesCard } from './desk-cards.tsx';
import { ApplicantDetailsCard } from './applicant-details.tsx';
import { LenderExtrasCard } from './lender-extras.tsx';
import { LenderRoutesCard } from './lender-routes.tsx';
import { ConsentList, History, OfferTable } from './facts.tsx';
import { applicationQuery, type WholeApplication } from './requests.ts';
import classes from './application.module.css';

const access = readAccess('reports-applications');
const route = getRouteApi('/portal/reports-applications/$id');

/** Prefetches the application while the screen's code loads. */
export const load = async ({ client, session, params }: LoadContext): Promise<void> => {
  if (may(session, access))
    await client.prefetchQuery(applicationQuery(session.user.id, Number(params['id'])));
};

/** One application, with its next steps for the contractor. */
export function ApplicationPage() {
  const session = useSession();
  const id = Number(route.useParams().id);
  if (!may(session, access)) {
    return (
      <Shell>
        <LockedState access={access} place="reports-applications" text={m.common_notInPlan()} />
      </Shell>
    );
  }
  return <Loaded userId={session.user.id} id={id} />;
}

function Loaded({ userId, id }: { userId: number; id: number }) {
  const one = useQuery(applicationQuery(userId, id));
  if (one.data !== undefined) return <ApplicationDetail userId={userId} whole={one.data} />;
  const isMissing = one.error instanceof ApiError && [400, 404].includes(one.error.status);
  return (
    <Shell>
      {one.isPending && <SkeletonRows columns={3} rows={6} />}
      {isMissing && (
        <EmptyState
          title={m.applications_one_notFound()}
          text={m.applications_one_notFoundText()}
        />
      )}
      {one.isError && !isMissing && <ErrorState onRetry={() => void one.refetch()} />}
    </Shell>
  );
}

const Back = () => (
  <p className={classes.back}>
    <Link to="/reports-applications">
      <IconArrowLeft size={16} aria-hidden /> {m.applications_one_showAll()}
    </Link>
  </p>
);

const Shell = ({ children }: { children: React.ReactNode }) => (
  <>
    <Back />
    <PageHeader title={m.applications_one_title()} />
    <Card>{children}</Card>
  </>
);

function ApplicationDetail({ userId, whole }: { userId: number; whole: WholeApplication }) {
  const { data: row, details, paymentStatus } = whole;
  return (
    <>
      <Back />
      <PageHeader
        title={row.applicantName || m.common_unnamed()}
        purpose={m.applications_one_requested({
          amount: row.requestedAmount === null ? '–' : formatWholeMoney(row.requestedAmount),
          date: formatDate(row.appFormStarted),
        })}
        action={<ContactLinks row={row} />}
      />
      <ExpiredBanner paymentStatus={paymentStatus} />
      <NextCard row={row} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Card title={m.common_offers()}>
            <OfferTable offers={details.offers} row={row} />
          </Card>
          <DocumentsCard documents={details.documents} />
          <Card title={m.common_history()}>
            <History events={details.happenings} />
          </Card>
          <Card title={m.common_consents()} text={m.applications_one_consentsHelp()}>
            <ConsentList consents={details.consents} />
          </Card>
        </div>
        <div className={classes.column}>
          <Card title={m.applications_one_answers()}>
            <Request whole={whole} />
          </Card>
          <CustomerCard
            userId={userId}
            id={row.id}
            customer={details.customer}
            isGone={row.applicantName === removedPerson}
          />
          <FollowUpCard userId={userId} id={row.id} followUp={details.followUp} />
          <NotesCard userId={userId} id={row.id} notes={details.notes} />
          <LinksCard links={details.links} />
          <LenderRoutesCard routes={details.lenderRoutes} />
          <ApplicantDetailsCard details={details.applicantDetails} />
          <LenderExtrasCard extras={details.lenderExtras} />
        </div>
      </div>
    </>
  );
}

/** Call, text, and e-mail, for the contact details that the homeowner gave. */
function ContactLinks({ row }: { row: ApplicationRow }) {
  const { applicantPhone: phone, applicantEmail: email, applicantName: name } = row;
  if (name === removedPerson) return null;
  return (
    <nav className={classes.reach} aria-label={m.applications_one_contact()}>
      {phone !== '' && (
        <>
          <a href={`tel:+1${phone}`} title={formatPhone(phone)}>
            <IconPhone size={18} aria-hidden /> {m.applications_one_call()}
          </a>
          <a href={`sms:+1${phone}`}>
            <IconMessage size={18} aria-hidden /> {m.common_text()}
          </a>
        </>
      )}
      {email !== '' && (
        <a href={`mailto:${email}`}>
          <IconMail size={18} aria-hidden /> {m.applications_one_mail()}
        </a>
      )}
    </nav>
  );
}

/** The current state: who acts next, on what, and until when. */
function NextCard({ row }: { row: ApplicationRow }) {
  const { title, help } = steps[row.nextStep];
  const actor = row.nextActor === 'nobody' ? null : actorLabels[row.nextActor];
  return (
    <section className={classes.next} data-actor={row.nextActor}>
      <div>
        <h2>{actor === null ? title : m.applications_one_event({ actor, title })}</h2>
        <p>{help}</p>
        <Deadline row={row} />
      </div>
      {row.creditDecision !== '-' && <StatusBadge status={row.creditDecision} />}
    </section>
  );
}

function Deadline({ row: { expiresAt, nextStep, reapplyFrom } }: { row: ApplicationRow }) {
  if (nextStep === 'inform' && expiresAt !== null)
    return (
      <p className={classes.deadline}>
        {m.applications_expiresOn({ expiresAt: formatDate(expiresAt) })}
      </p>
    );
  if (reapplyFrom === null) return null;
  return (
    <p className={classes.deadline}>
      {m.applications_canReapply({ reapplyFrom: formatDate(reapplyFrom) })}
    </p>
  );
}

function Request({ whole: { data: row, details } }: { whole: WholeApplication }) {
  const facts: [string, React.ReactNode][] = [
    [m.common_amount(), money(row.requestedAmount)],
    [
      m.applications_offer_perMonth(),
      row.monthlyBudget === null
        ? '–'
        : m.applications_one_budget({
            monthlyBudget: formatWholeMoney(row.monthlyBudget),
          }),
    ],
    [m.applications_one_project(), details.project || '–'],
    [m.applications_one_projectAddress(), row.projectAddress || '–'],
    [m.applications_one_location(), row.applicantLocation || '–'],
    [m.applications_one_creditScore(), row.selfReportedCreditScore || '–'],
    [m.common_phone(), row.applicantPhone === '' ? '–' : formatPhone(row.applicantPhone)],
    [m.common_email(), row.applicantEmail || '–'],
    [m.common_coBrandedPage(), row.pageName],
    [m.common_source(), sourceLabels[details.source]],
    [m.common_started(), formatDateTime(row.appFormStarted)],
  ];
  return <Facts facts={facts} />;
}

const money = (amount: number | null): string => (amount === null ? '–' : formatWholeMoney(amount));
