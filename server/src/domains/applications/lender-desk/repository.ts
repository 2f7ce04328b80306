import { and, asc, count, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import {
  deskStatuses,
  deskWaitOf,
  type DeskOrder,
  type DeskStatus,
} from '@lintel/contract/lender-desk/constants';
import type { listDeskApplications } from '@lintel/contract/lender-desk/applications';
import {
  contractorFromSecret,
  referenceLength,
} from '../../../platform/crypto/contractor-secrets.ts';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { containing, folded } from '../../../platform/db/folded.ts';
import { applicationLenders, lenderEvents } from '../lenders/tables.ts';
import { homeownerDocuments, lenderRequests } from '../lender-requests/tables.ts';
import type { HomeownerDocument } from '../lender-requests/index.ts';
import { applications, offers } from '../tables.ts';
import { statusAt } from './status-repository.ts';

type ListQuery = RequestPart<typeof listDeskApplications, 'query'>;
type DeskFilters = ListQuery['filters'];
type DeskOrderBy = ListQuery['order'];

const everyone = acrossContractors('a lender sees its applications at every contractor');

/** Applications that this lender got. Anonymized ones have nothing left to show. */
const gotBy = (lenderId: number): SQL | undefined =>
  and(
    eq(applicationLenders.lenderId, lenderId),
    isNotNull(applicationLenders.sentAt),
    isNull(applications.anonymisedAt),
  );

const joined = and(
  eq(applications.contractorId, applicationLenders.contractorId),
  eq(applications.id, applicationLenders.applicationId),
);

const orderColumns: Record<DeskOrder, SQL> = {
  sent: sql`${applicationLenders.sentAt}`,
  name: sql`lower(${applications.applicantName})`,
  amount: sql`${applications.requestedAmountCents}`,
  state: sql`${applications.state}`,
  project: sql`${applications.project}`,
};

export const rowFields = (now: Date) => ({
  reference: applications.reference,
  homeowner: applications.applicantName,
  amountCents: applications.requestedAmountCents,
  project: applications.project,
  state: applications.state,
  sentAt: applicationLenders.sentAt,
  status: statusAt(now),
});
export interface DeskListRow {
  reference: string;
  homeowner: string;
  amountCents: number | null;
  project: string;
  state: string;
  sentAt: Date | null;
  status: DeskStatus;
}

function conditionsOf(lenderId: number, filters: DeskFilters, now: Date): SQL | undefined {
  const { search, status, waitsFor, state } = filters;
  const waiting = deskStatuses.filter((one) => deskWaitOf[one] === waitsFor);
  return and(
    everyone,
    gotBy(lenderId),
    state === '' ? undefined : eq(applications.state, state),
    search === ''
      ? undefined
      : or(
          sql`${applications.words} like ${containing(search)}`,
          sql`${folded(applications.reference)} like ${containing(search)}`,
        ),
    status === '' ? undefined : sql`${statusAt(now)} = ${status}`,
    waitsFor === '' ? undefined : sql`${statusAt(now)} in ${waiting.length === 0 ? [''] : waiting}`,
  );
}

/** The statement of a list, in order. */
export function listStatement(
  db: Database,
  lenderId: number,
  { filters, order, now }: { filters: DeskFilters; order: DeskOrderBy; now: Date },
) {
  const direction = order.descending ? desc : asc;
  return db
    .select(rowFields(now))
    .from(applicationLenders)
    .innerJoin(applications, joined)
    .where(conditionsOf(lenderId, filters, now))
    .orderBy(
      direction(orderColumns[order.field]),
      direction(applicationLenders.contractorId),
      direction(applicationLenders.applicationId),
    );
}

/** A page of a lender's applications, and their total number. */
export async function selectDeskRows(
  db: Database,
  lenderId: number,
  { page, limit, order, filters }: ListQuery,
  now: Date,
): Promise<{ rows: DeskListRow[]; total: number }> {
  const rows = await listStatement(db, lenderId, { filters, order, now })
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db
    .select({ total: count() })
    .from(applicationLenders)
    .innerJoin(applications, joined)
    .where(conditionsOf(lenderId, filters, now));
  return { rows, total: all?.total ?? 0 };
}

export interface DeskKey {
  contractorId: number;
  id: number;
}

const named = (reference: string): SQL | undefined => {
  const owner = contractorFromSecret(reference, referenceLength);
  return and(
    owner === null
      ? acrossContractors('Old references don’t name their contractor.')
      : eq(applications.contractorId, owner),
    eq(applications.reference, reference),
  );
};

/** An application that this lender got, by its reference. */
export async function findDeskRow(
  db: Database,
  lenderId: number,
  reference: string,
  now: Date,
): Promise<(DeskListRow & DeskKey) | undefined> {
  const [row] = await db
    .select({
      ...rowFields(now),
      contractorId: applications.contractorId,
      id: applications.id,
    })
    .from(applicationLenders)
    .innerJoin(applications, joined)
    .where(and(everyone, named(reference), gotBy(lenderId)));
  return row;
}

/** A document of an application for one of this lender's requests, once the lender has it. */
export async function findDeskDocument(
  db: Database,
  lenderId: number,
  { contractorId, id }: DeskKey,
  reference: string,
): Promise<HomeownerDocument | undefined> {
  const [row] = await db
    .select({ document: homeownerDocuments })
    .from(homeownerDocuments)
    .innerJoin(
      lenderRequests,
      and(
        eq(lenderRequests.contractorId, homeownerDocuments.contractorId),
        eq(lenderRequests.id, homeownerDocuments.requestId),
      ),
    )
    .innerJoin(
      offers,
      and(
        eq(offers.contractorId, lenderRequests.contractorId),
        eq(offers.id, lenderRequests.offerId),
      ),
    )
    .where(
      and(
        eq(homeownerDocuments.contractorId, contractorId),
        eq(homeownerDocuments.applicationId, id),
        eq(homeownerDocuments.reference, reference),
        eq(offers.contractorId, contractorId),
        isNotNull(homeownerDocuments.sentAt),
        eq(offers.lenderId, lenderId),
      ),
    );
  return row?.document;
}

export interface DeskEvent {
  id: string;
  type: string;
  at: Date;
  userId: number | null;
  done: typeof lenderEvents.$inferSelect.done;
}

/** What a lender did in an application, in order. */
export const selectDeskEvents = (
  db: Database,
  { contractorId, id }: DeskKey,
  lenderId: number,
): Promise<DeskEvent[]> =>
  db
    .select({
      id: lenderEvents.id,
      type: lenderEvents.type,
      at: lenderEvents.receivedAt,
      userId: lenderEvents.userId,
      done: lenderEvents.done,
    })
    .from(lenderEvents)
    .where(
      and(
        eq(lenderEvents.contractorId, contractorId),
        eq(lenderEvents.applicationId, id),
        eq(lenderEvents.network, String(lenderId)),
      ),
    )
    .orderBy(asc(lenderEvents.receivedAt), asc(lenderEvents.id));
