import { useState, type FormEvent } from 'react';
import { Select } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import type { readHistory } from '@lintel/contract/contractors/history';
import type { changeLeadOwner, Lead, listManagers, readLead } from '@lintel/contract/leads/lead';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { formatMoment } from '../../lib/format-moment.ts';
import { formatPhone } from '../../lib/format.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { useAction } from '../../lib/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './lead-page.module.css';

const getLead = call<typeof readLead>({ method: 'GET', path: '/manage/leads/{id}' });
const getManagers = call<typeof listManagers>({ method: 'GET', path: '/manage/managers' });
const getHistory = call<typeof readHistory>({
  method: 'GET',
  path: '/manage/contractor/{id}/history',
});

const leadQuery = (id: number) =>
  queryOptions({
    queryKey: ['lead', id],
    queryFn: ({ signal }) => getLead({ params: { id } }, { signal }),
    retry: false,
  });

/** Users who can own leads. */
const managersQuery = queryOptions({
  queryKey: ['managers'],
  queryFn: ({ signal }) => getManagers({}, { signal }).then(({ data }) => data),
});

/** The latest audit entries of the lead's contractor. */
const leadHistoryQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['lead-history', contractorId],
    queryFn: ({ signal }) =>
      getHistory({ params: { id: contractorId }, query: { page: 1, limit: 25 } }, { signal }).then(
        ({ data }) => data,
      ),
  });

const changeOwner = call<typeof changeLeadOwner>({
  method: 'POST',
  path: '/manage/leads/{id}/owner',
});

const back = <Link to="/manage/contractors">{m.leads_lead_allContractors()}</Link>;

const route = getRouteApi('/portal/manage/leads/$id');

/** A lead, for staff who manage leads without an external CRM. */
export function LeadPage() {
  const { id } = route.useParams();
  const lead = useQuery(leadQuery(Number(id)));
  if (lead.data !== undefined) return <LeadDetails lead={lead.data} />;
  const missing =
    lead.error instanceof ApiError && lead.error.status < 500 && lead.error.status > 0;
  return (
    <>
      <PageHeader title={m.leads_lead_title({ id })} />
      <Card>
        {lead.isPending && <SkeletonRows columns={2} rows={6} />}
        {missing && (
          <EmptyState
            title={m.leads_lead_notFound()}
            text={m.leads_lead_notFoundText()}
            action={back}
          />
        )}
        {lead.isError && !missing && <ErrorState onRetry={() => void lead.refetch()} />}
      </Card>
    </>
  );
}

const orDash = (text: string): string => text || '–';

function LeadDetails({ lead }: { lead: Lead }) {
  const { id, companyName, firstName, lastName, email, phone } = lead;
  const name = `${firstName} ${lastName}`.trim();
  return (
    <>
      <PageHeader
        title={companyName || name || m.leads_lead_title({ id })}
        purpose={m.leads_lead_title({ id })}
        action={<ContractorLink id={lead.contractorId} />}
      />
      <div className={classes.cards}>
        <Card title={m.common_contact()}>
          <Facts
            facts={[
              [m.common_company(), orDash(companyName)],
              [m.common_name(), orDash(name)],
              [m.common_email(), email ? <a href={`mailto:${email}`}>{email}</a> : '–'],
              [m.common_phone(), phone ? <a href={`tel:+1${phone}`}>{formatPhone(phone)}</a> : '–'],
              [m.common_contractorIdLabel(), lead.contractorId],
              [
                m.leads_lead_paymentStatus(),
                <StatusBadge key="status" status={lead.paymentStatus} />,
              ],
            ]}
          />
        </Card>
        <Card title={m.leads_lead_origin()}>
          <Facts facts={leadOrigin(lead)} />
        </Card>
        <OwnerCard key={lead.owner?.id} lead={lead} />
        <Card title={m.common_history()}>
          <LeadHistory contractorId={lead.contractorId} />
        </Card>
      </div>
    </>
  );
}

const ContractorLink = ({ id }: { id: number }) => (
  <Link to="/manage/contractors" search={{ search: String(id) }}>
    {m.leads_lead_showContractor()}
  </Link>
);

function leadOrigin(lead: Lead): [string, string][] {
  const { program, partner, crm, createdAt, createdBy } = lead;
  const entered = formatMoment(createdAt);
  const taken =
    crm.tookAt === null
      ? m.leads_lead_handoverWaiting()
      : m.leads_lead_handedOver({ tookAt: formatMoment(crm.tookAt) });
  return [
    [m.leads_source(), orDash(lead.leadSource)],
    [m.leads_lead_firstTouch(), orDash(lead.leadFirstTouch)],
    [
      m.leads_lead_program(),
      partner === null ? program : `${program}: ${partner.companyName} (${partner.id})`,
    ],
    [
      m.leads_lead_entered(),
      createdBy === '' ? entered : m.leads_lead_enteredBy({ entered, createdBy }),
    ],
    ...(crm.connected ? [[m.leads_lead_crm(), taken] satisfies [string, string]] : []),
  ];
}

/** The lead's owner, and a form to reassign the lead. */
function OwnerCard({ lead }: { lead: Lead }) {
  const client = useQueryClient();
  const managers = useQuery(managersQuery);
  const stored = lead.owner?.id ?? null;
  const [chosen, setChosen] = useState(stored);
  const known = managers.data ?? (lead.owner === null ? [] : [lead.owner]);
  const owners = known.map(({ id, fullName }) => ({ value: String(id), label: fullName }));
  const history = leadHistoryQuery(lead.contractorId).queryKey;
  const { busy, run } = useAction({
    call: () => changeOwner({ params: { id: lead.id }, body: { ownerId: chosen, from: stored } }),
    successToast: ({ message }) => message,
    onAnswer: (answer) => client.setQueryData(leadQuery(lead.id).queryKey, answer.lead),
    refresh: [history],
    refreshAlways: true,
    onFailure: async (error) => {
      notifyFailure(error);
      await client.invalidateQueries({ queryKey: leadQuery(lead.id).queryKey });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run();
  };
  const text =
    lead.distributionSet === ''
      ? undefined
      : m.leads_lead_assignedBy({ distributionSet: lead.distributionSet });
  return (
    <Card title={m.leads_owner()} text={text}>
      <form onSubmit={submit}>
        <Select
          aria-label={m.leads_owner()}
          placeholder={m.common_noOne()}
          data={owners}
          value={chosen === null ? null : String(chosen)}
          onChange={(value) => setChosen(value === null ? null : Number(value))}
          clearable
          maw={360}
        />
        {chosen !== stored && (
          <FormActions
            submit={m.leads_lead_saveOwner()}
            busy={busy}
            onCancel={() => setChosen(stored)}
          />
        )}
      </form>
    </Card>
  );
}

/** Audit entries of the lead, newest first. */
function LeadHistory({ contractorId }: { contractorId: number }) {
  const { data, isError, refetch } = useQuery(leadHistoryQuery(contractorId));
  if (isError) return <ErrorState text={m.common_historyFailed()} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows columns={1} rows={3} />;
  if (data.length === 0) return <p className={classes.quiet}>{m.leads_lead_historyEmpty()}</p>;
  return (
    <ol className={classes.history}>
      {data.map(({ id, text, at, by, changes }) => (
        <li key={id}>
          <strong>{text}</strong>
          <span
            className={classes.quiet}
          >{`${formatMoment(at)} · ${by || m.common_system()}`}</span>
          {changes.map(({ field, from, to }) => (
            <span
              key={field}
            >{`${field}: ${from === '' ? '' : `${from} → `}${to || m.common_none_inline()}`}</span>
          ))}
        </li>
      ))}
    </ol>
  );
}
