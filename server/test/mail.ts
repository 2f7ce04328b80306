import { desc, eq, sql } from 'drizzle-orm';
import { messages } from '../src/domains/messaging/queue/tables.ts';
import type { TestApp } from './app.ts';

export interface Mail {
  event: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The messages to an address, newest first, after running the due jobs. */
export async function mailTo(app: TestApp, to: string): Promise<Mail[]> {
  await app.work();
  const rows = await app.deps.database.db
    .select()
    .from(messages)
    .where(sql`${eq(messages.status, 'sent')} and ${messages.recipient} = ${to}`)
    .orderBy(desc(messages.id));
  return rows.map(({ event, subject, text, html }) => ({
    event,
    to,
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
  }));
}

/** The `m` of the newest link to `path` sent to an address. */
export async function linkSentTo(app: TestApp, to: string, path: string): Promise<string> {
  const pattern = new RegExp(`${path}\\?m=([\\w.-]+)`);
  for (const { text } of await mailTo(app, to)) {
    const m = pattern.exec(text)?.[1];
    if (m !== undefined) return m;
  }
  throw new Error(`No link to ${path} was sent to ${to}`);
}
