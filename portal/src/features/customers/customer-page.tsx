import { Suspense, useState, type ReactNode } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import * as m from '#messages';
import { readAccess } from '@lintel/contract/core/access';
import { customerOriginLabels } from '@lintel/contract/customers/constants';
import type { Customer } from '@lintel/contract/customers/customer';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatPhone, formatDateTime } from '../../lib/format.ts';
import { may, useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import {
  IconDotsVertical,
  IconMail,
  IconMessage,
  IconPencil,
  IconPhone,
  IconSend,
} from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import {
  CustomerDocuments,
  prefetchCustomerDocuments,
  documentAccess,
} from '../documents/index.ts';
import { CustomerLinks, openSendSheet, prefetchCustomerLinks } from '../links/index.ts';
import { ApplicationsCard } from './applications-card.tsx';
import { EmailChoice } from './email-choice.tsx';
import { CustomerModal } from './customer-modal.tsx';
import { MergeModal } from './merge-modal.tsx';
import { customerApplicationsQuery } from './import-requests.ts';
import { Tags } from './customers-list.tsx';
import {
  archiveCustomer,
  changing,
  customerQuery,
  customersKey,
  restoreCustomer,
} from './requests.ts';
import { Timeline, timelineQuery } from './timeline.tsx';
import classes from './customer-page.module.css';

const readingApplications = readAccess('reports-applications');
const route = getRouteApi('/portal/customers/$id');

/** Loads all of the customer's cards at once, so that they don't shift the layout one by one. */
export const load = async ({ client, session, params }: LoadContext): Promise<void> => {
  const id = Number(params['id']);
  await Promise.all([
    client.prefetchQuery(customerQuery(id)),
    client.prefetchInfiniteQuery(timelineQuery(id)),
    prefetchCustomerLinks(client, id),
    may(session, documentAccess) && prefetchCustomerDocuments(client, session.user.id, id),
    may(session, readingApplications) && client.prefetchQuery(customerApplicationsQuery(id)),
  ]);
};

/** One customer: details, history, and next steps. */
export function CustomerPage() {
  const { id } = route.useParams();
  const customer = useQuery(customerQuery(Number(id)));
  // The id of a merged customer redirects to the remaining one.
  if (customer.data !== undefined && customer.data.id !== Number(id))
    return <Navigate to="/customers/$id" params={{ id: String(customer.data.id) }} replace />;
  if (customer.data !== undefined) return <Details key={id} customer={customer.data} />;
  const { error } = customer;
  const missing = error instanceof ApiError && error.status < 500 && error.status > 0;
  return (
    <>
      <PageHeader title={m.common_customer()} />
      <Card>
        {customer.isPending && <SkeletonRows columns={2} rows={6} />}
        {missing && (
          <EmptyState
            title={m.customers_one_notFound()}
            text={m.customers_one_notFoundText()}
            action={<Link to="/customers">{m.customers_one_all()}</Link>}
          />
        )}
        {customer.isError && !missing && <ErrorState onRetry={() => void customer.refetch()} />}
      </Card>
    </>
  );
}

function Details({ customer }: { customer: Customer }) {
  const session = useSession();
  const mayChange = may(session, changing);
  return (
    <>
      <PageHeader
        title={customer.name}
        purpose={<Link to="/customers">{m.customers_one_all()}</Link>}
        action={<Actions customer={customer} mayChange={mayChange} />}
      />
      {customer.isArchived && (
        <p className={classes.banner} role="status">
          {m.customers_one_archivedNotice()}
        </p>
      )}
      {may(session, readingApplications) && (
        <EmailChoice customer={customer} mayChange={mayChange} />
      )}
      <div className={classes.columns}>
        <div className={classes.side}>
          <Card title={m.common_contact()}>
            <Contact customer={customer} />
          </Card>
          <Card title={m.common_notes()}>
            {customer.notes === '' ? (
              <p className={classes.quiet}>{m.common_notesNone()}</p>
            ) : (
              <p className={classes.notes}>{customer.notes}</p>
            )}
          </Card>
        </div>
        <div className={classes.side}>
          {may(session, documentAccess) && (
            <Suspense fallback={<SkeletonRows columns={1} rows={2} />}>
              <CustomerDocuments customerId={customer.id} />
            </Suspense>
          )}
          <Card title={m.links_title()}>
            <Suspense fallback={<SkeletonRows columns={1} rows={2} />}>
              <CustomerLinks customerId={customer.id} />
            </Suspense>
          </Card>
          {may(session, readingApplications) && <ApplicationsCard id={customer.id} />}
          <Card title={m.customers_timeline_title()}>
            <Timeline customer={customer} />
          </Card>
        </div>
      </div>
    </>
  );
}

/** Call, text, and e-mail, for the contact details on file. */
function ContactLinks({ customer: { phone, email, name } }: { customer: Customer }) {
  const links: [string, string, ReactNode][] = [
    ...(phone === ''
      ? []
      : ([
          [
            m.customers_one_call({ name }),
            `tel:+1${phone}`,
            <IconPhone key="i" size={18} aria-hidden />,
          ],
          [
            m.customers_one_text({ name }),
            `sms:+1${phone}`,
            <IconMessage key="i" size={18} aria-hidden />,
          ],
        ] satisfies [string, string, ReactNode][])),
    ...(email === ''
      ? []
      : ([
          [
            m.customers_one_email({ name }),
            `mailto:${email}`,
            <IconMail key="i" size={18} aria-hidden />,
          ],
        ] satisfies [string, string, ReactNode][])),
  ];
  return (
    <div className={classes.reach}>
      {links.map(([label, href, icon]) => (
        <ActionIcon
          key={href}
          component="a"
          href={href}
          aria-label={label}
          title={label}
          variant="default"
          size={44}
        >
          {icon}
        </ActionIcon>
      ))}
    </div>
  );
}

function Contact({ customer }: { customer: Customer }) {
  const { phone, email, street, city, state, zip, tags, createdAt, createdBy, origin } = customer;
  const town = [[city, state].filter(Boolean).join(', '), zip].filter(Boolean).join(' ');
  const added = formatDateTime(createdAt);
  return (
    <>
      <ContactLinks customer={customer} />
      <Facts
        facts={[
          [m.common_phone(), phone ? <a href={`tel:+1${phone}`}>{formatPhone(phone)}</a> : '–'],
          [m.common_email(), email ? <a href={`mailto:${email}`}>{email}</a> : '–'],
          [m.common_address(), [street, town].filter(Boolean).join(', ') || '–'],
          [m.customers_tags(), tags.length === 0 ? '–' : <Tags tags={tags} />],
          [
            origin === null ? m.customers_added() : customerOriginLabels[origin],
            createdBy === '' ? added : m.customers_one_addedBy({ added, createdBy }),
          ],
        ]}
      />
    </>
  );
}

function Actions({ customer, mayChange }: { customer: Customer; mayChange: boolean }) {
  const { id, isArchived } = customer;
  const [editing, setEditing] = useState(false);
  const [merging, setMerging] = useState(false);
  const archiving = useAction({
    call: () => (isArchived ? restoreCustomer : archiveCustomer)({ params: { id } }),
    successToast: ({ message }) => message,
    refresh: [customersKey],
  });
  if (!mayChange) return undefined;
  const { name, phone, email } = customer;
  return (
    <>
      <Button
        leftSection={<IconSend size={18} aria-hidden />}
        onClick={() => openSendSheet({ customerId: id, name, phone, email })}
      >
        {m.common_sendLink()}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => setEditing(true)}
      >
        {m.common_edit()}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={m.common_moreActions()}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setMerging(true)}>{m.customers_merge_action()}</Menu.Item>
          <Menu.Item disabled={archiving.busy} onClick={() => void archiving.run()}>
            {isArchived ? m.customers_one_unarchive() : m.customers_one_archive()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {merging && (
        <MergeModal id={id} onClose={() => setMerging(false)} onDone={() => setMerging(false)} />
      )}
      {editing && <CustomerModal customer={customer} onClose={() => setEditing(false)} />}
    </>
  );
}
