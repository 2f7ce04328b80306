import { and, asc, gt, isNull, sql } from 'drizzle-orm';
import { keysOf } from '@lintel/contract/core/map-values';
import { holdReasons, type HoldReason } from '@lintel/contract/privacy/constants';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { RetainedDataTexts, PersonSource, RemovedAt } from '../../platform/persons.ts';
import { copyApplications } from './person-copy.ts';
import { anonymise, heldBy, openHold, type ApplicationHold } from './retention.ts';
import { applications } from './tables.ts';

const everyContractor = acrossContractors('A person may have applied at any contractor.');

/** Applications of a person, across contractors. */
export const applicationPerson = (
  holds: readonly ApplicationHold[],
  { keys, timeZone }: Pick<Context, 'keys'> & { timeZone: string },
): PersonSource => ({
  name: 'Applications',
  spanishName: 'Solicitudes',
  copy: (db, email, _included, language) =>
    copyApplications(db, email, { keys, timeZone, language }),
  look: async (db, email, now) => {
    const rows = await selectHeld(db, holds, { email, until: now, now });
    return { count: rows.length, kept: describeRetained(rows) };
  },
  erase: async (tx, erasing, emit) => {
    const found = await selectHeld(tx, holds, erasing);
    await keepApart(tx, erasing.email);
    const { now } = erasing;
    const isFree = sql`not ${heldBy([openHold(now), ...holds])}`;
    const gone = await anonymise(tx, emit, found, { now, condition: isFree });
    const removed = found.filter((row) => gone.some(({ id }) => id === row.id));
    const left = await selectHeld(tx, holds, erasing);
    return {
      count: removed.length,
      kept: describeRetained(left),
      waits: left.length > 0,
      removedAt: byContractor(removed),
    };
  },
  addresses: (db, { afterId, limit }) =>
    db
      .select({ id: applications.id, email: applications.email })
      .from(applications)
      .where(and(gt(applications.id, afterId), isNull(applications.anonymisedAt), everyContractor))
      .orderBy(asc(applications.id))
      .limit(limit),
});

interface HeldRow {
  id: number;
  contractorId: number;
  personName: string;
  reasons: HoldReason[];
}

/** A person's applications started by `until`, each with its hold reasons. */
async function selectHeld(
  db: Database,
  holds: readonly ApplicationHold[],
  { email, until, now }: { email: string; until: Date; now: Date },
): Promise<HeldRow[]> {
  const these = sql`lower(a.email) = ${email} and a.anonymised_at is null
      and a.started_at <= ${until.toISOString()}::timestamptz and ${everyContractor}`;
  const { rows } = await db.execute<{ id: string; contractorId: number; personName: string }>(sql`
    select a.id, a.contractor_id "contractorId", a.applicant_name "personName"
    from applications a where ${these} order by a.id`);
  if (rows.length === 0) return [];
  const reasons = new Map<string, HoldReason[]>(rows.map(({ id }) => [id, []]));
  // Sequential: each reason is a condition on the applications.
  for (const { reason, holds: condition } of [openHold(now), ...holds]) {
    const held = await db.execute<{ id: string }>(
      sql`select a.id from applications a where ${these} and ${condition}`,
    );
    for (const { id } of held.rows) reasons.get(id)?.push(reason);
  }
  return rows.map((row) => ({ ...row, id: Number(row.id), reasons: reasons.get(row.id) ?? [] }));
}

/**
 * Gives a homeowner's applications at each contractor one key, so that held and removed ones still
 * count as one person.
 */
async function keepApart(tx: Database, email: string): Promise<void> {
  await tx.execute(sql`
    with person as (select contractor_id, coalesce(max(person_key), gen_random_uuid()::text) as key
      from applications where lower(email) = ${email} and ${everyContractor} group by contractor_id)
    update applications set person_key = person.key from person
    where applications.contractor_id = person.contractor_id and lower(applications.email) = ${email}`);
}

const countText = (count: number): string => `${count} application${count === 1 ? '' : 's'}`;
const countInSpanish = (count: number): string => `${count} solicitud${count === 1 ? '' : 'es'}`;

const holdsInSpanish: Record<HoldReason, string> = {
  open: 'La solicitud todavía está en curso con un prestamista.',
  claim: 'Es parte de un reclamo de garantía que no se ha decidido.',
  commission: 'Todavía no se ha pagado una comisión por ella.',
  notice: 'La ley exige un aviso sobre ella que todavía no se ha enviado.',
};

function describeRetained(rows: readonly HeldRow[]): RetainedDataTexts[] {
  return keysOf(holdReasons).flatMap((reason) => {
    const held = rows.filter(({ reasons }) => reasons[0] === reason);
    return held.length === 0
      ? []
      : [
          {
            en: {
              what: countText(held.length),
              why: `${holdReasons[reason]} It is removed after that.`,
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
