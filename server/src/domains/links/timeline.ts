import { sql } from 'drizzle-orm';
import { isOneOf } from '@lintel/contract/core/narrow';
import { channelLabels, type LinkChannel } from '@lintel/contract/links/constants';
import type { Database } from '../../platform/db/connect.ts';
import type { TimelineItem, TimelineQuery } from '../customers/index.ts';
import { fullNames } from '../identity/index.ts';

/** An event of a link, as loaded from the database. */
type Moment = {
  kind: keyof typeof sentences;
  at: string;
  channel: LinkChannel;
  by: number | null;
  reason: string;
  applicationId: string | null;
};

const by = (channel: LinkChannel): string =>
  channel === 'qr'
    ? 'shown as a QR code'
    : channel === 'share'
      ? 'shared'
      : `sent by ${channelLabels[channel].toLowerCase()}`;
const because = (reason: string): string => (reason === '' ? '' : `: ${reason}`);

const sentences = {
  // A link that no account sent was requested by the customer on a document's page.
  'link-sent': ({ channel, by: sender }: Moment) =>
    sender === null ? 'The customer continued to the application' : `Link to apply ${by(channel)}`,
  'link-again': ({ channel, by: sender }: Moment) =>
    sender === null
      ? 'The customer continued to the application again'
      : `Link to apply ${by(channel)} again`,
  'link-reminded': ({ channel }: Moment) => `Reminder ${by(channel)}`,
  'link-delivered': () => 'The text with the link was delivered',
  'link-failed': ({ reason }: Moment) => `The link did not arrive${because(reason)}`,
  'link-opened': () => 'The link was opened',
  'link-started': () => 'The application was started from the link',
  'link-submitted': () => 'The application from the link was sent',
  'link-canceled': () => 'The link was canceled',
} as const;

/** The customer's actions on the application, for callers who can see applications. */
const applied = ['link-started', 'link-submitted'] as const satisfies (keyof typeof sentences)[];

/** Events of a customer's links before a given time, latest first. */
export async function linkTimeline(
  db: Database,
  { contractorId, customerId, seen }: TimelineQuery,
  before: Date,
  limit: number,
): Promise<TimelineItem[]> {
  const { rows } = await db.execute<Moment>(sql`
    select m.kind, to_char(m.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') at, l.channel, m.by,
      l.reason, l.application_id "applicationId"
    from sent_links l cross join lateral (
      values ('link-sent', l.created_at, l.created_by), ('link-delivered', l.delivered_at, null),
        ('link-failed', l.failed_at, null), ('link-opened', l.opened_at, null),
        ('link-started', l.started_at, null), ('link-submitted', l.submitted_at, null),
        ('link-reminded', l.reminded_at, null), ('link-canceled', l.canceled_at, null)
      union all
      select 'link-again', s.at, s.by from link_sends s
      where s.contractor_id = ${contractorId} and s.link_id = l.id and s.kind = 'again'
    ) m(kind, at, by)
    where l.contractor_id = ${contractorId} and l.customer_id = ${customerId}
      and m.at < ${before.toISOString()}::timestamptz
      ${seen.applications ? sql`` : sql`and m.kind not in ${applied}`}
    order by m.at desc, l.id desc limit ${limit}`);
  const ids = [...new Set(rows.flatMap((row) => row.by ?? []))];
  const names = ids.length === 0 ? new Map<number, string>() : await fullNames(db, ids);
  return rows.map((row) => {
    const name = names.get(row.by ?? 0) ?? '';
    const sentence = sentences[row.kind](row);
    return {
      at: new Date(row.at),
      kind: row.kind,
      text: name === '' ? sentence : `${sentence} — ${name}`,
      ...(isOneOf(applied, row.kind) &&
        row.applicationId !== null && {
          href: `/reports-applications/${row.applicationId}`,
        }),
    };
  });
}
