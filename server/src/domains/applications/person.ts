import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { creditBands, offerKindLabels } from '@lintel/contract/applications/constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import { keysOf } from '@lintel/contract/core/map-values';
import { holdReasons, type HoldReason } from '@lintel/contract/privacy/constants';
import { momentText } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { lockEach } from '../../platform/db/queries.ts';
import { dollarsText } from '../../platform/money.ts';
import type { CopiedItem, KeptWords, PersonSource, RemovedAt } from '../../platform/persons.ts';
import {
  selectDocuments,
  selectRequests,
  type HomeownerDocument,
  type LenderRequest,
} from './documents/repository.ts';
import { findPageAndCompany, selectOffers, type Application, type Offer } from './repository.ts';
import { homeownerKeys } from './homeowner-news.ts';
import { anonymise, openHold, type ForgetDeps } from './retention.ts';
import { applications } from './tables.ts';

/** What homeowners have applied for, at whichever contractor. */
export const applicationPerson = (deps: ForgetDeps, timeZone: string): PersonSource => ({
  name: 'Applications',
  copy: (db, email) => copyOf(db, deps, email, timeZone),
  look: async (db, email, now) => {
    const rows = await selectHeld(db, deps, { email, until: now, now });
    return { count: rows.length, kept: keptOf(rows) };
  },
  erase: async (tx, erasing) => {
    const found = await selectHeld(tx, deps, erasing);
    await lockEach(found, async (contractorId, ids) => {
      const locked = await tx.execute<{ id: string }>(sql`
        select id from applications where contractor_id = ${contractorId} and id = any(${ids}) order by id for update`);
      return locked.rows;
    });
    // Once more: what holds one may have come meanwhile.
    const rows = await selectHeld(tx, deps, erasing);
    await keepApart(tx, erasing.email);
    const removed = rows.filter(({ reasons }) => reasons.length === 0);
    await anonymise(tx, deps, removed, erasing.now);
    const kept = keptOf(rows);
    return {
      count: removed.length,
      kept,
      waits: kept.length > 0,
      removedAt: byContractor(removed),
    };
  },
  addresses: (db, { afterId, limit }) =>
    db
      .select({ id: applications.id, email: applications.email })
      .from(applications)
      .where(and(gt(applications.id, afterId), isNull(applications.anonymisedAt)))
      .orderBy(asc(applications.id))
      .limit(limit),
});

interface HeldRow {
  id: number;
  contractorId: number;
  personName: string;
  reasons: HoldReason[];
}

/** A person's applications that began by `until`, each with what keeps it. */
async function selectHeld(
  db: Database,
  { holds }: ForgetDeps,
  { email, until, now }: { email: string; until: Date; now: Date },
): Promise<HeldRow[]> {
  const these = sql`lower(a.email) = ${email} and a.anonymised_at is null
      and a.started_at <= ${until.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string; contractorId: number; personName: string }>(sql`
    select a.id, a.contractor_id "contractorId", a.applicant_name "personName"
    from applications a where ${these} order by a.id`);
  if (rows.length === 0) return [];
  const reasons = new Map<string, HoldReason[]>(rows.map(({ id }) => [id, []]));
  // One after the other: what keeps applications stands in tables that a cluster joins with them
  // only in a condition.
  for (const { reason, holds: condition } of [openHold(now), ...holds]) {
    const held = await db.execute<{ id: string }>(
      sql`select a.id from applications a where ${these} and ${condition}`,
    );
    for (const { id } of held.rows) reasons.get(id)?.push(reason);
  }
  return rows.map((row) => ({ ...row, id: Number(row.id), reasons: reasons.get(row.id) ?? [] }));
}

/** Of one homeowner at one contractor, also what stays for now counts once with what goes. */
async function keepApart(tx: Database, email: string): Promise<void> {
  await tx.execute(sql`
    with person as (select contractor_id, coalesce(max(person_key), gen_random_uuid()::text) as key
      from applications where lower(email) = ${email} group by contractor_id)
    update applications set person_key = person.key from person
    where applications.contractor_id = person.contractor_id and lower(applications.email) = ${email}`);
}

const countText = (count: number): string => `${count} application${count === 1 ? '' : 's'}`;
const countInSpanish = (count: number): string => `${count} solicitud${count === 1 ? '' : 'es'}`;

const holdsInSpanish: Record<HoldReason, string> = {
  open: 'La solicitud todavía está en curso con una entidad de crédito.',
  claim: 'Es parte de un reclamo de garantía que no se ha decidido.',
  commission: 'Todavía no se ha pagado una comisión por ella.',
};

function keptOf(rows: readonly HeldRow[]): KeptWords[] {
  return keysOf(holdReasons).flatMap((reason) => {
    const held = rows.filter(({ reasons }) => reasons[0] === reason);
    return held.length === 0
      ? []
      : [
          {
            en: {
              what: countText(held.length),
              why: `${holdReasons[reason]} It is removed when that is over.`,
            },
            es: {
              what: countInSpanish(held.length),
              why: `${holdsInSpanish[reason]} Se elimina cuando eso termina.`,
            },
          },
        ];
  });
}

function byContractor(rows: readonly HeldRow[]): RemovedAt[] {
  const ids = [...new Set(rows.map(({ contractorId }) => contractorId))];
  return ids.map((contractorId) => {
    const own = rows.filter((row) => row.contractorId === contractorId);
    const personName = own.findLast((row) => row.personName !== '')?.personName ?? '';
    return { contractorId, applicationIds: own.map(({ id }) => id), personName };
  });
}

async function copyOf(
  db: Database,
  { textsAbout }: ForgetDeps,
  email: string,
  timeZone: string,
): Promise<CopiedItem[]> {
  const rows = await db
    .select()
    .from(applications)
    .where(and(eq(sql`lower(${applications.email})`, email), isNull(applications.anonymisedAt)))
    .orderBy(asc(applications.id));
  const items: CopiedItem[] = [];
  for (const row of rows) {
    const { shownName: companyName } = await findPageAndCompany(db, row.pageId);
    const asked = {
      requests: await selectRequests(db, row),
      documents: await selectDocuments(db, row),
    };
    const about = { contractorId: row.contractorId, start: homeownerKeys(row.id) };
    const item = itemOf(row, await selectOffers(db, row), asked, { companyName, timeZone });
    items.push({ ...item, facts: [...item.facts, ...(await textsAbout(db, about, timeZone))] });
  }
  return items;
}

interface Asked {
  requests: readonly LenderRequest[];
  documents: readonly HomeownerDocument[];
}

const stateWords: Record<HomeownerDocument['state'], string> = {
  waiting: 'not sent to the lender yet',
  sending: 'on its way to the lender',
  sent: 'sent to the lender',
  accepted: 'accepted by the lender',
  rejected: 'not taken by the lender',
};

function documentText(document: HomeownerDocument, at: (time: Date | null) => string): string {
  const { name, bytes, uploadedAt, state, reason, fileKey } = document;
  const parts = [
    `${name}, ${Math.ceil(bytes / 1024)} KB`,
    `uploaded ${at(uploadedAt)}`,
    stateWords[state],
    reason,
    fileKey === null ? 'we no longer have the file' : 'we still have the file',
  ];
  return parts.filter(Boolean).join(', ');
}

function itemOf(
  application: Application,
  offers: readonly Offer[],
  { requests, documents }: Asked,
  { companyName, timeZone }: { companyName: string; timeZone: string },
): CopiedItem {
  const at = (time: Date | null): string => (time === null ? '' : momentText(time, timeZone));
  const { draft, requestedAmountCents: cents, creditBand: band } = application;
  const { monthlyBudgetCents: monthly } = application;
  const budget = monthly === null ? (draft.monthlyBudget ?? '') : dollarsText(monthly);
  const amount = cents === null ? (draft.requestedAmount ?? '') : dollarsText(cents);
  const facts: [string, string][] = [
    ['Contractor', companyName],
    ['Name', application.applicantName],
    ['E-mail', application.email],
    ['Phone', phoneText(application.phone)],
    ['City', application.city || (draft.city ?? '')],
    ['State', application.state || (draft.state ?? '')],
    ['Project', application.project || (draft.project ?? '')],
    ['Project address', application.projectAddress || (draft.projectAddress ?? '')],
    ['Amount asked for', amount],
    ['Monthly payment that you had in mind', budget],
    ['Credit, as you rated it', band === null ? (draft.creditBand ?? '') : creditBands[band]],
    ['Begun', at(application.startedAt)],
    ['Sent', at(application.completedAt)],
    ['Agreed that lenders look at it', at(application.consentAt)],
    ['Agreed to calls and text messages', at(application.textsAgreedAt)],
    ['Network address', application.address ?? ''],
    ['Answered by lenders', at(application.answeredAt)],
    ['Approved', at(application.approvedAt)],
    ['Paid out', at(application.fundedAt)],
    ['Withdrawn', at(application.withdrawnAt)],
    ['Information that a lender asked for', application.informationWanted?.what ?? ''],
    ...offers.map((offer): [string, string] => [
      `Offer of ${offer.lenderName}`,
      offerText(offer, at),
    ]),
    ...requests.map(({ what, requestedAt, state }): [string, string] => [
      'A lender asked for',
      `${what}, ${at(requestedAt)}, ${state}`,
    ]),
    ...documents.map((document): [string, string] => [
      'Document that you uploaded',
      documentText(document, at),
    ]),
  ];
  return {
    title: `Application ${application.id}`,
    facts: facts.filter(([, value]) => value !== ''),
  };
}

function offerText(offer: Offer, at: (time: Date | null) => string): string {
  const { aprBasisPoints: apr, termMonths, monthlyPaymentCents: monthly } = offer;
  const parts = [
    `${offerKindLabels[offer.kind]}, ${dollarsText(offer.amountCents)}`,
    apr === null ? '' : `${apr / 100}% a year`,
    termMonths === null ? '' : `${termMonths} months`,
    monthly === null ? '' : `${dollarsText(monthly)} a month`,
    `received ${at(offer.receivedAt)}`,
    offer.chosenAt === null ? '' : `chosen ${at(offer.chosenAt)}`,
    offer.fundedAmountCents === null ? '' : `paid out ${dollarsText(offer.fundedAmountCents)}`,
  ];
  return parts.filter(Boolean).join(', ');
}
