import { Button } from '@mantine/core';
import * as m from '#messages';
import type {
  RelatedCustomer,
  RelatedDocument,
  RelatedLink,
} from '@lintel/contract/applications/application-detail';
import { accessTo, viewAccess } from '@lintel/contract/core/access';
import { documentKinds, documentStatuses } from '@lintel/contract/documents/constants';
import { channelLabels, linkStateLabels } from '@lintel/contract/links/constants';
import { formatDateTime, formatMoney, formatPhone } from '../../../lib/format.ts';
import { may, useSession } from '../../../lib/session.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { Tone } from '../../../theme.ts';
import { Card } from '../../../ui/card.tsx';
import { IconUserPlus } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toneOfLink } from '../../links/index.ts';
import { applicationKey, makeCustomer } from './requests.ts';
import classes from './application.module.css';

const customerAccess = viewAccess('customers');
const makingCustomers = accessTo('customers');
const documentAccess = viewAccess('documents');

interface Props {
  userId: number;
  id: number;
  customer: RelatedCustomer | null;
}

/** The homeowner's customer, or a button that makes one. */
export function CustomerCard({ userId, id, customer, isGone }: Props & { isGone: boolean }) {
  const session = useSession();
  const make = useAction({
    call: () => makeCustomer({ params: { id } }),
    successToast: ({ message }) => message,
    refresh: [applicationKey(userId, id), ['customers']],
  });
  if (!may(session, customerAccess)) return null;
  if (customer !== null)
    return (
      <Card title={m.common_customer()}>
        <div className={classes.customer}>
          <strong>
            <Link to={`/customers/${customer.id}`}>{customer.name}</Link>
          </strong>
          {customer.phone !== '' && (
            <a href={`tel:+1${customer.phone}`}>{formatPhone(customer.phone)}</a>
          )}
          {customer.email !== '' && <a href={`mailto:${customer.email}`}>{customer.email}</a>}
        </div>
      </Card>
    );
  const mayMake = may(session, makingCustomers) && !isGone;
  return (
    <Card title={m.common_customer()}>
      <p className={classes.quiet}>{m.applications_customer_none()}</p>
      {mayMake && (
        <Button
          mt={12}
          variant="default"
          leftSection={<IconUserPlus size={18} aria-hidden />}
          loading={make.busy}
          onClick={() => void make.run()}
        >
          {m.applications_customer_create()}
        </Button>
      )}
    </Card>
  );
}

/** The application's source links; hidden without one. */
export function LinksCard({ links }: { links: readonly RelatedLink[] }) {
  if (links.length === 0) return null;
  return (
    <Card title={m.applications_link_title()}>
      <ul className={classes.related}>
        {links.map(({ id, channel, state, to, by, createdAt, openedAt }) => (
          <li key={id}>
            <span className={classes.besideHead}>
              <span>
                {channelLabels[channel]}
                {to !== '' && ` · ${to}`}
              </span>
              <StatusBadge status={linkStateLabels[state]} tone={toneOfLink(state)} />
            </span>
            <span className={classes.quiet}>
              {by === ''
                ? m.common_createdAt({ at: formatDateTime(createdAt) })
                : m.applications_link_sentBy({ at: formatDateTime(createdAt), name: by })}
              {openedAt !== null && ` · ${m.common_openedAt({ at: formatDateTime(openedAt) })}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const documentTones: Record<RelatedDocument['status'], Tone> = {
  draft: 'grey',
  sent: 'blue',
  viewed: 'blue',
  accepted: 'green',
  declined: 'red',
  invoiced: 'green',
  part_paid: 'amber',
  paid: 'green',
  void: 'grey',
};

/** The customer's estimates and invoices, and the ones that the funding paid. */
export function DocumentsCard({ documents }: { documents: readonly RelatedDocument[] }) {
  if (!may(useSession(), documentAccess)) return null;
  return (
    <Card title={m.applications_documents_title()}>
      {documents.length === 0 ? (
        <p className={classes.quiet}>{m.applications_documents_none()}</p>
      ) : (
        <ul className={classes.related}>
          {documents.map((document) => (
            <li key={document.id}>
              <span className={classes.besideHead}>
                <Link to={`/documents/${document.id}`}>{documentName(document)}</Link>
                <span className={classes.amount}>{formatMoney(document.total)}</span>
              </span>
              <span className={classes.besideHead}>
                <span className={classes.quiet}>{document.projectName}</span>
                <StatusBadge {...documentState(document)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const documentName = ({ kind, number }: RelatedDocument): string =>
  number === null
    ? documentKinds[kind]
    : m.common_numbered({ kind: documentKinds[kind], number: String(number) });

/** An overdue or expired date takes precedence over the status. */
function documentState({ status, isOverdue, isExpired }: RelatedDocument): {
  status: string;
  tone: Tone;
} {
  if (isOverdue) return { status: m.common_overdue(), tone: 'red' };
  if (isExpired) return { status: m.common_expired(), tone: 'amber' };
  return { status: documentStatuses[status], tone: documentTones[status] };
}
