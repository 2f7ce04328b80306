import { auditActionText } from '@lintel/contract/audit/actions';
import { auditEntityText } from '@lintel/contract/audit/entities';
import type { Activity } from '@lintel/contract/audit/activity';
import type { AuditEntry, AuditPerson } from '@lintel/contract/audit/log';
import type { Database } from '../../platform/db/connect.ts';
import { toContractorId } from '../../platform/db/no-contractor.ts';
import { companyNames } from '../contractors/index.ts';
import { peopleWithIds, type Person } from '../identity/index.ts';
import type { AuditRow } from './repository.ts';

/** Old entries of these actions contain no actor: it is their subject. */
const selfActions = new Set([
  'session.started',
  'user.confirmed',
  'user.password-reset',
  'user.email-changed',
]);

const idIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

const findActorId = ({ actorId, action, entityId }: AuditRow): number | null =>
  actorId ?? (selfActions.has(action) ? idIn(entityId) : null);

const subjectId = ({ entity, entityId }: AuditRow): number | null =>
  entity === 'user' ? idIn(entityId) : null;

/** Names of the people and contractors in some entries. */
export interface Names {
  people: Map<number, Person>;
  companies: Map<number, string>;
}

const known = (ids: readonly (number | null)[]): number[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

export async function namesOf(db: Database, rows: readonly AuditRow[]): Promise<Names> {
  const people = rows.flatMap((row) => [findActorId(row), row.userId, subjectId(row)]);
  const [found, companies] = await Promise.all([
    peopleWithIds(db, known(people)),
    companyNames(db, known(rows.map(({ contractorId }) => toContractorId(contractorId)))),
  ]);
  return { people: found, companies };
}

const presentPerson = (id: number | null, { people }: Names): AuditPerson | null => {
  if (id === null) return null;
  const { name = '', email = '' } = people.get(id) ?? {};
  return { id, name, email };
};

export function presentEntry(row: AuditRow, names: Names): AuditEntry {
  const { id, at, action, entity, entityId, userId, address } = row;
  const contractorId = toContractorId(row.contractorId);
  const doer = findActorId(row);
  const switched = userId !== null && userId !== doer;
  return {
    id,
    at: at.toISOString(),
    by: presentPerson(doer, names),
    as: switched ? presentPerson(userId, names) : null,
    bySystem: doer === null && address === null,
    action,
    text: auditActionText(action),
    about: describeSubject(row, auditEntityText(entity, entityId), names),
    contractor:
      contractorId === null
        ? null
        : { id: contractorId, name: names.companies.get(contractorId) ?? '' },
    address: address ?? '',
  };
}

/** An account with its name; null when it is the actor's own. */
function describeSubject(row: AuditRow, words: string, { people }: Names): string {
  const subject = subjectId(row);
  if (subject !== null && subject === findActorId(row)) return '';
  const name = subject === null ? '' : (people.get(subject)?.name ?? '');
  return name === '' ? words : `${words}: ${name}`;
}

/** An entry for the contractor's owner: does not name staff members. */
export function presentActivity(row: AuditRow, contractorId: number, names: Names): Activity {
  const doer = findActorId(row);
  const person = doer === null ? undefined : names.people.get(doer);
  const isOwn = person?.contractorId === contractorId;
  const by =
    doer !== null ? (isOwn ? 'person' : 'staff') : row.address === null ? 'system' : 'visitor';
  return {
    id: row.id,
    at: row.at.toISOString(),
    text: auditActionText(row.action),
    by,
    name: isOwn ? person.name : '',
    address: by === 'staff' ? '' : (row.address ?? ''),
  };
}
