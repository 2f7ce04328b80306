import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import type { DeskApplication } from '@lintel/contract/lender-desk/applications';
import { deskStatusNames, deskWaitNames } from '@lintel/contract/lender-desk/constants';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatWholeMoney } from '../../../lib/format.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Link } from '../../../ui/link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import {
  ApproveModal,
  DeclineModal,
  FundModal,
  RequestModal,
  ReverseModal,
} from './action-modals.tsx';
import { deskTones } from './desk-names.ts';
import { HistoryCard } from './history-card.tsx';
import { OfferModal } from './offer-modal.tsx';
import { OffersCard } from './offers-card.tsx';
import { deskApplicationQuery } from './requests.ts';
import { RequestsCard } from './requests-card.tsx';
import { SentCard } from './sent-card.tsx';
import classes from '../lenders.module.css';

const route = getRouteApi('/portal/lender/applications/$id');

const back = <Link to="/lender/applications">{m.lenders_desk_all()}</Link>;

export const load = ({ client, params }: LoadContext): Promise<unknown> =>
  client.prefetchQuery(deskApplicationQuery(params['id'] ?? ''));

/** One of the lender's applications, and what its people can do. */
export function DeskApplicationPage() {
  const { id } = route.useParams();
  const application = useQuery(deskApplicationQuery(id));
  if (application.data !== undefined) return <Details application={application.data} />;
  const missing =
    application.error instanceof ApiError &&
    application.error.status < 500 &&
    application.error.status > 0;
  return (
    <>
      <PageHeader title={m.lenders_desk_application()} />
      <Card>
        {application.isPending && <SkeletonRows columns={2} rows={6} />}
        {missing && (
          <EmptyState
            title={m.lenders_desk_missing()}
            text={m.lenders_desk_missingText()}
            action={back}
          />
        )}
        {application.isError && !missing && (
          <ErrorState onRetry={() => void application.refetch()} />
        )}
      </Card>
    </>
  );
}

type Form = 'offer' | 'request' | 'approve' | 'fund' | 'reverse' | 'decline';

function Details({ application }: { application: DeskApplication }) {
  const [form, setForm] = useState<Form | null>(null);
  const { homeowner, status, waitsFor, amount, reference, sentAt } = application;
  const close = (): void => setForm(null);
  return (
    <>
      <PageHeader
        title={homeowner || m.lenders_desk_application()}
        purpose={back}
        action={<Actions application={application} onPick={setForm} />}
      />
      <div className={classes.cards}>
        <div className={classes.column}>
          <Card title={m.common_status()}>
            <Facts
              facts={[
                [
                  m.common_status(),
                  <StatusBadge
                    key="status"
                    status={deskStatusNames[status]}
                    tone={deskTones[status]}
                  />,
                ],
                [m.lenders_desk_waitsFor(), deskWaitNames[waitsFor]],
                [m.common_amount(), amount === null ? '–' : formatWholeMoney(amount)],
                [m.lenders_desk_received(), formatMoment(sentAt)],
                [m.lenders_desk_reference(), reference],
              ]}
            />
          </Card>
          <OffersCard application={application} />
          <RequestsCard application={application} />
          <HistoryCard application={application} />
        </div>
        <div className={classes.column}>
          <SentCard application={application} />
        </div>
      </div>
      {form === 'offer' && <OfferModal application={application} replaced={null} onClose={close} />}
      {form === 'request' && <RequestModal application={application} onClose={close} />}
      {form === 'approve' && <ApproveModal application={application} onClose={close} />}
      {form === 'fund' && <FundModal application={application} onClose={close} />}
      {form === 'reverse' && <ReverseModal application={application} onClose={close} />}
      {form === 'decline' && <DeclineModal application={application} onClose={close} />}
    </>
  );
}

/** The buttons for what the lender can do now; the first one is the usual next step. */
function Actions({
  application: { may, offers },
  onPick,
}: {
  application: DeskApplication;
  onPick(form: Form): void;
}) {
  const all: (readonly [Form, string, boolean])[] = [
    ['fund', m.lenders_desk_fund(), may.fund.length > 0],
    ['approve', m.lenders_desk_approve(), may.approve.length > 0],
    ['offer', m.lenders_desk_offer_add(), may.offer && offers.length < 50],
    ['request', m.lenders_desk_request(), may.request.length > 0],
    ['reverse', m.lenders_desk_reverse(), may.reverse.length > 0],
    ['decline', m.lenders_desk_decline(), may.decline],
  ];
  const open = all.filter(([, , isOpen]) => isOpen);
  return (
    <Group gap="sm">
      {open.map(([form, label], index) => (
        <Button key={form} {...(index > 0 && { variant: 'default' })} onClick={() => onPick(form)}>
          {label}
        </Button>
      ))}
    </Group>
  );
}
