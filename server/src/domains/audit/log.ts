import { listActions, ownAuditActions } from '@lintel/contract/audit/actions';
import type { Activity } from '@lintel/contract/audit/activity';
import {
  auditReach,
  type AuditDetails,
  type AuditFilters,
  type AuditName,
  type findAuditNames,
  type listAudit,
} from '@lintel/contract/audit/log';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import type { Database } from '../../platform/db/connect.ts';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { companyNames, findCompanies } from '../contractors/index.ts';
import { accountsWithEmail, findPeople, peopleWithIds } from '../identity/index.ts';
import { readDetails } from './details.ts';
import { namesOf, presentActivity, presentEntry, type Names } from './present.ts';
import { findEntry, selectAudit, type AuditSubject, type AuditFilter } from './repository.ts';

/** Converts a query to a filter of entries. */
export async function readFilter(
  { db, config }: Context,
  { from, to, person, contractor, kind, search }: AuditFilters,
): Promise<AuditFilter> {
  const actions = listActions(kind);
  return {
    days: { gte: from, lte: to },
    timeZone: config.BUSINESS_TIME_ZONE,
    actorId: person,
    contractorId: contractor,
    // An action of an earlier release is still found by its name.
    actions: kind === '' ? undefined : actions.length > 0 ? actions : [kind],
    about: search === '' ? undefined : await findSubject(db, search),
  };
}

async function findSubject(db: Database, search: string): Promise<AuditSubject> {
  if (!search.includes('@')) return { ids: [search.replace(/^#/, '')], accounts: [] };
  const accounts = await accountsWithEmail(db, search);
  return { ids: [...new Set([search, search.toLowerCase()])], accounts };
}

type Query = RequestPart<typeof listAudit, 'query'>;

/** A page of the log, newest first. */
export async function readLog(
  context: Context,
  query: Query,
): Promise<ResponseBody<typeof listAudit>> {
  const { db } = context;
  const { page, limit, person, contractor } = query;
  const filter = await readFilter(context, query);
  const { rows, counted } = await selectAudit(db, filter, { page, limit, reach: auditReach });
  const names = await namesOf(db, rows);
  const chosen = await chosenIn(db, { person, contractor }, names);
  return {
    data: rows.map((row) => presentEntry(row, names)),
    total: Math.min(counted, auditReach),
    more: counted > auditReach,
    chosen,
  };
}

/** Names of the ids in the filter, for opening the URL of a filtered list. */
async function chosenIn(
  db: Database,
  { person, contractor }: Pick<AuditFilters, 'person' | 'contractor'>,
  shown: Names,
): Promise<ResponseBody<typeof listAudit>['chosen']> {
  // Names of listed entries are already loaded.
  const found = person === undefined ? undefined : await personIn(db, person, shown);
  const company = contractor === undefined ? undefined : await companyIn(db, contractor, shown);
  return {
    person: found === undefined ? null : { id: found.id, name: found.name, email: found.email },
    contractor:
      contractor === undefined || company === undefined ? null : { id: contractor, name: company },
  };
}

const personIn = async (db: Database, id: number, { people }: Names) =>
  people.get(id) ?? (await peopleWithIds(db, [id])).get(id);
const companyIn = async (db: Database, id: number, { companies }: Names) =>
  companies.get(id) ?? (await companyNames(db, [id])).get(id);

/** One entry with its details. Throws `not_found`. */
export async function readEntry(db: Database, id: number): Promise<AuditDetails> {
  const row = await findEntry(db, id);
  if (row === undefined) throw new AppError('not_found');
  return { ...presentEntry(row, await namesOf(db, [row])), ...readDetails(row.details) };
}

const mostNames = 20;

/** Suggestions of people or contractors to filter by. */
export async function readNames(
  db: Database,
  { of, search }: RequestPart<typeof findAuditNames, 'query'>,
): Promise<AuditName[]> {
  if (of === 'people')
    return (await findPeople(db, search, mostNames)).map(({ id, name, email }) => ({
      id,
      name,
      note: email,
    }));
  const { data } = await findCompanies(db, {
    searchText: search,
    order: { field: 'companyName', descending: false },
    limit: mostNames,
    offset: 0,
  });
  return data.map(({ id, companyName }) => ({ id, name: companyName, note: String(id) }));
}

/** A page of a contractor's account activity, as its owner may see it. */
export async function readOwnActivity(
  { db, config }: Context,
  contractorId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: Activity[]; total: number }> {
  const filter = {
    days: {},
    timeZone: config.BUSINESS_TIME_ZONE,
    contractorId,
    actions: ownAuditActions,
  };
  const { rows, counted } = await selectAudit(db, filter, { page, limit, reach: auditReach });
  const names = await namesOf(db, rows);
  return {
    data: rows.map((row) => presentActivity(row, contractorId, names)),
    total: Math.min(counted, auditReach),
  };
}
