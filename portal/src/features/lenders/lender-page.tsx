import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import type { Lender } from '@lintel/contract/lenders/lender';
import { ApiError } from '../../lib/api/api-error.ts';
import { useSession } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { IconPencil } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CallsCard } from './calls-card.tsx';
import { CertificatesCard } from './certificates-card.tsx';
import { ConformanceCard } from './conformance-card.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { ContractorsCard } from './contractors-card.tsx';
import { DisclosuresCard } from './disclosures-card.tsx';
import { LenderFacts, StatusCard } from './lender-facts.tsx';
import { LenderModal } from './lender-modal.tsx';
import { PeopleCard } from './people/people-card.tsx';
import { lenderQuery, mayChangeLenders } from './requests.ts';
import { StatusButtons } from './status-buttons.tsx';
import classes from './lenders.module.css';

const route = getRouteApi('/portal/manage/lenders/$id');

const back = <Link to="/manage/lenders">{m.lenders_allLenders()}</Link>;

/** One lender: its status, rules, connection, contractors, and calls. */
export function LenderPage() {
  const { id } = route.useParams();
  const lender = useQuery(lenderQuery(Number(id)));
  if (lender.data !== undefined) return <LenderDetails lender={lender.data} />;
  const missing =
    lender.error instanceof ApiError && lender.error.status < 500 && lender.error.status > 0;
  return (
    <>
      <PageHeader title={m.screens_lender()} />
      <Card>
        {lender.isPending && <SkeletonRows columns={2} rows={6} />}
        {missing && (
          <EmptyState title={m.lenders_notFound()} text={m.lenders_notFoundText()} action={back} />
        )}
        {lender.isError && !missing && <ErrorState onRetry={() => void lender.refetch()} />}
      </Card>
    </>
  );
}

function LenderDetails({ lender }: { lender: Lender }) {
  const mayChange = mayChangeLenders(useSession());
  const [editing, setEditing] = useState(false);
  return (
    <>
      <PageHeader
        title={lender.name}
        purpose={back}
        action={
          mayChange && (
            <Group gap="sm">
              <StatusButtons lender={lender} />
              <Button
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                {m.common_edit()}
              </Button>
            </Group>
          )
        }
      />
      <div className={classes.cards}>
        <StatusCard lender={lender} />
        <LenderFacts lender={lender} />
        <ConnectionCard lender={lender} mayChange={mayChange} />
        {lender.connection === 'webhook' && (
          <>
            <ConformanceCard lenderId={lender.id} mayChange={mayChange} />
            <CertificatesCard lender={lender} mayChange={mayChange} />
          </>
        )}
        {lender.connection === 'desk' && (
          <div className={classes.wideCard}>
            <PeopleCard lenderId={lender.id} mayChange={mayChange} />
          </div>
        )}
        <div className={classes.wideCard}>
          <DisclosuresCard lender={lender} mayChange={mayChange} />
        </div>
        <div className={classes.wideCard}>
          <ContractorsCard lenderId={lender.id} mayChange={mayChange} />
        </div>
        {lender.connection !== 'desk' && (
          <div className={classes.wideCard}>
            <CallsCard lenderId={lender.id} mayChange={mayChange} />
          </div>
        )}
      </div>
      {editing && (
        <LenderModal
          lender={lender}
          onClose={() => setEditing(false)}
          onSaved={() => setEditing(false)}
        />
      )}
    </>
  );
}
