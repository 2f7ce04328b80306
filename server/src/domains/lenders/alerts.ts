import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Listeners } from '../../platform/events.ts';
import { staffHolding } from '../identity/index.ts';
import { notify } from '../messaging/index.ts';
import { dayText } from '../../platform/days.ts';
import type { ExpiringCertificate } from './events.ts';

/**
 * E-mails staff who may change lenders when one starts to fail, when it answers again, and before a
 * client certificate expires.
 */
export const lenderAlerts = (context: Context): Listeners => ({
  'lender.failing': (tx, { lenderId, name, problem, since }) =>
    alert(tx, context, { lenderId, since, lender: { name, problem, works: false } }),
  'lender.recovered': (tx, { lenderId, name, since }) =>
    alert(tx, context, { lenderId, since, lender: { name, problem: '', works: true } }),
  'lender.certificate-expiring': (tx, certificate) => warn(tx, context, certificate),
});

interface Alert {
  lenderId: number;
  /** When the failure started: each failure is reported once. */
  since: Date;
  lender: { name: string; problem: string; works: boolean };
}

async function alert(
  tx: Database,
  context: Context,
  { lenderId, since, lender }: Alert,
): Promise<void> {
  const staff = await staffHolding(tx, { resource: 'manage-lenders', code: 'modify' });
  const which = `${lenderId}:${since.getTime()}:${lender.works ? 'works' : 'fails'}`;
  for (const { id, ...user } of staff)
    await notify(tx, context, {
      event: 'lender-failing',
      key: `lender-failing:${which}:${id}`,
      data: { user, lender, link: `${context.config.publicUrl}/manage/lenders/${lenderId}` },
    });
}

async function warn(
  tx: Database,
  context: Context,
  { lenderId, name, expiresAt }: ExpiringCertificate,
): Promise<void> {
  const { publicUrl, BUSINESS_TIME_ZONE } = context.config;
  for (const { id, ...user } of await staffHolding(tx, {
    resource: 'manage-lenders',
    code: 'modify',
  }))
    await notify(tx, context, {
      event: 'lender-certificate',
      key: `lender-certificate:${lenderId}:${expiresAt.getTime()}:${id}`,
      data: {
        user,
        lender: { name },
        expiresOn: dayText(expiresAt, BUSINESS_TIME_ZONE),
        link: `${publicUrl}/manage/lenders/${lenderId}`,
      },
    });
}
