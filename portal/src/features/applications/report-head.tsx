import { Button, Menu, Popover } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as m from '#messages';
import type { PaymentStatus } from '@lintel/contract/billing/tiers';
import { may, useSession } from '../../lib/session.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { IconHelp, IconSend } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import {
  reportRequest,
  exportAddress,
  type ExportFormat,
  type ReportQuery,
} from './api/applications.ts';
import { requestExport, largeExportsQuery, watchExports } from './api/large-exports.ts';
import { openSendSheet, sendingAccess } from '../links/index.ts';
import classes from './applications.module.css';

interface ExportProps {
  userId: number;
  query: ReportQuery;
  /** Opens the large exports. */
  onLarge(): void;
}

/**
 * The report's head: its title and, with a list, the help for its terms; `exported` adds the export
 * button.
 */
export const ReportHead = ({
  exported,
  closed = false,
}: {
  exported?: ExportProps;
  /** The notice for users without access to the report. */
  closed?: boolean;
}) => (
  <PageHeader
    title={m.common_applications()}
    purpose={m.applications_report_purpose()}
    action={
      closed ? undefined : (
        <>
          <SendLink />
          {exported && <ReportExport {...exported} />}
        </>
      )
    }
  />
);

/**
 * Opens the help for the column's terms. It sits outside the table, because a column title is
 * itself a sort button.
 */
export function CreditDecisionGuide() {
  return (
    <Popover width={320} position="bottom-end" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-md" variant="subtle" leftSection={<IconHelp size={18} aria-hidden />}>
          {m.applications_decisions_explain()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.applications_decisions_title()}>
        <CreditDecisionHelp />
      </Popover.Dropdown>
    </Popover>
  );
}

function CreditDecisionHelp() {
  return (
    <dl className={classes.help}>
      <dt>{m.applications_decisions_approved()}</dt>
      <dd>{m.applications_decisions_approvedText()}</dd>
      <dt>{m.applications_decisions_expired()}</dt>
      <dd>{m.applications_decisions_expiredText()}</dd>
      <dt>{m.applications_decisions_dash()}</dt>
      <dd>{m.applications_decisions_dashText()}</dd>
    </dl>
  );
}

/** Opens the send-a-link form, for users who may send links. */
const SendLink = () =>
  may(useSession(), sendingAccess) && (
    <Button
      variant="default"
      leftSection={<IconSend size={18} aria-hidden />}
      onClick={() => openSendSheet()}
    >
      {m.common_sendLink()}
    </Button>
  );

/** Exports the report, directly or, if it is large, in the background. */
function ReportExport({ query, userId, onLarge }: ExportProps) {
  const client = useQueryClient();
  const { data: large } = useQuery(largeExportsQuery(userId));
  const isMaking = large?.data.some(({ state }) => state === 'preparing') ?? false;
  useEffect(() => {
    if (isMaking) watchExports(client, userId);
  }, [client, userId, isMaking]);
  const confirmExport = async (format: ExportFormat) => {
    const { data } = await requestExport({ body: reportRequest(query, format) });
    if (data === null) return undefined;
    await client.invalidateQueries({ queryKey: largeExportsQuery(userId).queryKey });
    onLarge();
    return 'later';
  };
  return (
    <ExportMenu
      ask={confirmExport}
      toAddress={(format) => exportAddress(query, userId, format)}
      className={classes.main}
    >
      {large !== undefined && large.data.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={onLarge}>{m.applications_exports_title()}</Menu.Item>
        </>
      )}
    </ExportMenu>
  );
}

/** The subscription's problem. Applications reach lenders in any subscription state. */
const problems: Partial<Record<PaymentStatus, string>> = {
  Canceled: m.applications_notice_expired(),
  Failed: m.applications_notice_paymentFailed(),
  Renewed: m.applications_notice_paymentDue(),
};

/** Shows the subscription's problem and links to the page that fixes it. */
export function ExpiredBanner({ paymentStatus }: { paymentStatus: PaymentStatus | null }) {
  const problem = paymentStatus === null ? undefined : problems[paymentStatus];
  if (problem === undefined) return null;
  return (
    <div className={classes.banner} role="status">
      <span>{problem}</span>
      <Link to="/card-payments">{m.applications_notice_goToBilling()}</Link>
    </div>
  );
}
