import { unsubscribeSources } from '@lintel/contract/emails/constants';
import { insertTemplate } from '../domains/messaging/index.ts';
import {
  emailEvents,
  undeliverableAddresses,
  unsubscribers,
} from '../domains/messaging/email/tables.ts';
import type { Database } from '../platform/db/connect.ts';

const people = [
  'ada',
  'bo',
  'cleo',
  'dev',
  'edie',
  'finn',
  'gus',
  'hana',
  'ivo',
  'june',
  'kit',
  'lou',
  'max',
  'nia',
  'otto',
];
const hosts = ['roofers.example', 'kitchens.example', 'solar-works.example'];

/**
 * Unsubscribed addresses of each source, undeliverable ones for each reason, and a custom event
 * with a disabled template.
 */
export async function seedEmails(db: Database, now: Date): Promise<void> {
  await db.insert(unsubscribers).values(
    hosts.flatMap((host, row) =>
      people.map((name, column) => ({
        email: `${name}@${host}`,
        date: new Date(now.getTime() - (row * people.length + column * 3 + 1) * 29 * 3_600_000),
        source:
          unsubscribeSources[(row + column) % unsubscribeSources.length] ?? ('manual' as const),
      })),
    ),
  );
  const ago = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  await db.insert(undeliverableAddresses).values([
    {
      email: 'jordan.old-address@homes.example',
      reason: 'bounced',
      detail: '550 5.1.1 The email account that you tried to reach does not exist',
      firstAt: ago(40),
      lastAt: ago(3),
      count: 4,
    },
    {
      email: 'morgan@closed-company.example',
      reason: 'refused',
      detail: '550 5.2.1 The mailbox is disabled',
      firstAt: ago(12),
      lastAt: ago(12),
    },
    {
      email: 'taylor@homes.example',
      reason: 'complained',
      detail: '',
      firstAt: ago(8),
      lastAt: ago(8),
    },
  ]);
  const [event] = await db.insert(emailEvents).values({ type: 'spring-campaign' }).returning();
  if (event === undefined) return;
  const template = {
    eventId: event.id,
    type: 1,
    subject: 'Busy season is close, {{ user.firstname }}',
    from: 'news@lintel.example',
    to: '{{ user.email }}',
    bcc: '',
    categoryId: null,
    body: [
      '<h1>Get your financing page ready for spring</h1>',
      '<p>Hi {{ user.firstname }},</p>',
      '<p>Homeowners plan their projects now. Check that your page shows your latest work and your current logo.</p>',
      '<p><a class="button" href="{{ link }}">Open my page</a></p>',
    ].join('\n'),
    description: 'Once a year, at the end of February',
    enabled: false,
    unsubscribe: true,
  };
  await insertTemplate(db, template, { at: new Date(now.getTime() - 20 * 86_400_000), by: 1 });
}
