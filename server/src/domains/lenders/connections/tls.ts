import type { z } from 'zod';
import { dayMs, hourMs } from '@lintel/contract/core/durations';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import {
  certificateWarningDays,
  type certificateForm,
  type LenderCertificate,
  type readTls as endpoint,
} from '@lintel/contract/lenders/tls';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockLender, selectCurrentLenders, setLender, type LenderRow } from '../repository.ts';
import {
  deleteCertificate,
  deleteOtherCertificates,
  insertCertificate,
  selectCertificates,
  type CertificateRow,
} from './certificate-repository.ts';
import {
  checkAuthorities,
  checkCertificate,
  readCertificate,
  readCertificates,
} from './certificates.ts';
import type { Destination } from './post.ts';

const audit = auditor('lender');

const sealKey = ({ keys }: Pick<Context, 'keys'>): Uint8Array => keys.derive('lender certificates');
const sealContext = (lenderId: number): string => `lender:${lenderId}`;

const currentOf = (rows: readonly CertificateRow[], now: Date): CertificateRow | undefined =>
  rows.find(({ usedFrom }) => usedFrom <= now);

/** Where calls to a lender go: with our current client certificate, and its authorities. */
export async function destinationOf(
  context: Pick<Context, 'config' | 'db' | 'clock' | 'keys'>,
  {
    id,
    url,
    authorities,
    fromEnvironment,
  }: Pick<LenderRow, 'id' | 'url' | 'authorities' | 'fromEnvironment'>,
): Promise<Destination> {
  const rows = await selectCertificates(context.db, id);
  const current = currentOf(rows, context.clock.now());
  const key = current && unseal(sealKey(context), current.sealedKey, sealContext(id));
  return {
    url,
    mayBePrivate: fromEnvironment || context.config.ALLOW_INTERNAL_LENDERS === '1',
    tls: {
      ...(current && key && { cert: current.certificate, key }),
      ...(authorities !== '' && { ca: authorities }),
    },
  };
}

/** A lender's certificates as staff see them. */
export async function readTls(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  lender: LenderRow,
): Promise<ResponseBody<typeof endpoint>> {
  const rows = await selectCertificates(db, lender.id);
  const now = clock.now();
  const current = currentOf(rows, now);
  const stateOf = (row: CertificateRow): LenderCertificate['state'] =>
    row.id === current?.id ? 'current' : row.usedFrom > now ? 'next' : 'former';
  return {
    certificates: rows.map((row) => ({
      ...readCertificate(row.certificate),
      id: row.id,
      expiresAt: row.expiresAt.toISOString(),
      usedFrom: row.usedFrom.toISOString(),
      state: stateOf(row),
    })),
    authorities: readCertificates(lender.authorities).map(({ subject, expiresAt }) => ({
      subject,
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

/**
 * Adds a client certificate. The current one is used until the overlap ends; a first one at once.
 * It replaces one that isn't used yet. Throws `not_found`, `conflict` for a lender that isn't a
 * webhook, and field errors.
 */
export const addCertificate = (
  context: Context,
  caller: Caller,
  { id, certificate, key, overlapHours }: z.output<typeof certificateForm> & { id: number },
): Promise<void> =>
  context.db.transaction(async (tx) => {
    await requireWebhook(tx, id);
    const now = context.clock.now();
    const { subject, fingerprint, expiresAt } = checkCertificate(certificate, key, now);
    const current = currentOf(await selectCertificates(tx, id), now);
    const usedFrom = new Date(now.getTime() + (current ? overlapHours * hourMs : 0));
    await deleteOtherCertificates(tx, id, current?.id);
    await insertCertificate(tx, {
      lenderId: id,
      certificate,
      sealedKey: seal(sealKey(context), key, sealContext(id)),
      expiresAt,
      usedFrom,
      createdAt: now,
    });
    await setLender(tx, id, { certificateExpiresAt: expiresAt, certificateWarnedAt: null });
    await audit(tx, context, caller, 'certificate-added', {
      entityId: id,
      details: { subject, fingerprint, expiresAt, usedFrom },
    });
  });

/** Removes a client certificate. Throws `not_found`. */
export const removeCertificate = (
  context: Context,
  caller: Caller,
  { id, certificate }: { id: number; certificate: number },
): Promise<void> =>
  context.db.transaction(async (tx) => {
    if ((await lockLender(tx, id)) === undefined) throw new AppError('not_found');
    const removed = await deleteCertificate(tx, id, certificate);
    if (removed === undefined) throw new AppError('not_found');
    const [newest] = await selectCertificates(tx, id);
    await setLender(tx, id, {
      certificateExpiresAt: newest?.expiresAt ?? null,
      certificateWarnedAt: null,
    });
    const { subject, fingerprint } = readCertificate(removed.certificate);
    await audit(tx, context, caller, 'certificate-removed', {
      entityId: id,
      details: { subject, fingerprint },
    });
  });

/**
 * Sets the authorities that sign a lender's server certificate. Throws `not_found`, `conflict` for
 * a lender that isn't a webhook, and a field error.
 */
export const saveAuthorities = (
  context: Context,
  caller: Caller,
  { id, authorities }: { id: number; authorities: string },
): Promise<void> =>
  context.db.transaction(async (tx) => {
    await requireWebhook(tx, id);
    const found = checkAuthorities(authorities, context.clock.now());
    await setLender(tx, id, { authorities });
    await audit(tx, context, caller, 'authorities-saved', {
      entityId: id,
      details: {
        authorities: found.map(({ subject, fingerprint }) => `${subject} ${fingerprint}`),
      },
    });
  });

async function requireWebhook(tx: Database, id: number): Promise<void> {
  const lender = await lockLender(tx, id);
  if (lender === undefined) throw new AppError('not_found');
  if (lender.connection !== 'webhook')
    throw new AppError('conflict', { message: 'Only webhook connections have certificates.' });
}

/** Emits `lender.certificate-expiring` once for each newest certificate that expires soon. */
export async function warnOfExpiry(context: Context): Promise<void> {
  const now = context.clock.now();
  const soon = now.getTime() + certificateWarningDays * dayMs;
  const isDue = ({ certificateExpiresAt, certificateWarnedAt }: LenderRow): boolean =>
    certificateWarnedAt === null &&
    certificateExpiresAt !== null &&
    certificateExpiresAt.getTime() < soon;
  for (const { id } of (await selectCurrentLenders(context.db)).filter(isDue))
    await context.db.transaction(async (tx) => {
      const lender = await lockLender(tx, id);
      if (!lender?.certificateExpiresAt || !isDue(lender)) return;
      const { name, certificateExpiresAt: expiresAt } = lender;
      await setLender(tx, id, { certificateWarnedAt: now });
      await context.emit(tx, 'lender.certificate-expiring', { lenderId: id, name, expiresAt });
    });
}
