import type { Lead } from '@lintel/contract/leads';
import { formatMoment } from '../../lib/format-moment.ts';
import { formatPhone } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { LeadHistory } from './lead-history.tsx';
import { OwnerCard } from './owner-card.tsx';
import classes from './lead-page.module.css';

const orDash = (text: string): string => text || '–';

/** What is known of a lead, who looks after it, and what happened to it. */
export function LeadDetails({ lead }: { lead: Lead }) {
  const { id, companyName, firstName, lastName, email, phone } = lead;
  const name = `${firstName} ${lastName}`.trim();
  return (
    <>
      <PageHeader
        title={companyName || name || `Lead ${id}`}
        purpose={`Lead ${id}`}
        action={<ContractorLink id={lead.contractorId} />}
      />
      <div className={classes.cards}>
        <Card title="Contact">
          <Facts
            facts={[
              ['Company', orDash(companyName)],
              ['Name', orDash(name)],
              ['E-mail', email ? <a href={`mailto:${email}`}>{email}</a> : '–'],
              ['Phone', phone ? <a href={`tel:+1${phone}`}>{formatPhone(phone)}</a> : '–'],
              ['Contractor ID', lead.contractorId],
              ['Payment status', <StatusBadge key="status" status={lead.paymentStatus} />],
            ]}
          />
        </Card>
        <Card title="Origin">
          <Facts facts={originOf(lead)} />
        </Card>
        <OwnerCard key={lead.owner?.id} lead={lead} />
        <Card title="History">
          <LeadHistory contractorId={lead.contractorId} />
        </Card>
      </div>
    </>
  );
}

const ContractorLink = ({ id }: { id: number }) => (
  <Link to="/manage/contractors" search={{ search: String(id) }}>
    Show in Contractors
  </Link>
);

function originOf(lead: Lead): [string, string][] {
  const { program, partner, crm, createdAt, createdBy } = lead;
  const taken =
    crm.tookAt === null ? 'Waiting to be handed over' : `Handed over ${formatMoment(crm.tookAt)}`;
  return [
    ['Lead source', orDash(lead.leadSource)],
    ['First touch', orDash(lead.leadFirstTouch)],
    ['Program', partner === null ? program : `${program}: ${partner.companyName} (${partner.id})`],
    ['Entered', `${formatMoment(createdAt)}${createdBy && ` by ${createdBy}`}`],
    ...(crm.connected ? [['CRM', taken] satisfies [string, string]] : []),
  ];
}
