import { todayCounted, type Desk, type DeskItem } from '@lintel/contract/dashboard';
import type { Context } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import type { Sections } from '../../platform/http/sections.ts';
import { toDollars } from '../../platform/money.ts';
import { readContractorZone } from '../contractors/index.ts';
import {
  selectFailedDocuments,
  selectFailedLinks,
  selectNotInvoiced,
  selectOverdue,
  selectUnanswered,
  type DeskRow,
} from './sales-desk-repository.ts';

/** Pending documents and texts of a contractor, as far as the caller may see them. */
export async function readDesk(
  { db, clock, config }: Context,
  sees: Sections,
  contractorId: number,
  limit: number,
): Promise<Desk> {
  const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  const now = clock.now();
  const day = { contractorId, now, today: dayIn(now, timeZone), timeZone };
  const [overdue, unanswered, notInvoiced, documents, links] = await Promise.all([
    sees.documents ? selectOverdue(db, day) : [],
    sees.documents ? selectUnanswered(db, day) : [],
    sees.documents ? selectNotInvoiced(db, day) : [],
    sees.documents ? selectFailedDocuments(db, day) : [],
    sees.customers ? selectFailedLinks(db, day) : [],
  ]);
  const failed = [...links, ...documents].toSorted((a, b) => toTime(b) - toTime(a));
  const sectionOf = (rows: readonly DeskRow[]) => ({
    count: Math.min(rows.length, todayCounted),
    isMore: rows.length > todayCounted,
    items: rows.slice(0, limit).map(present),
  });
  return {
    overdue: sectionOf(overdue),
    failedTexts: sectionOf(failed),
    unanswered: sectionOf(unanswered),
    notInvoiced: sectionOf(notInvoiced),
  };
}

const toTime = ({ since }: DeskRow): number => since?.getTime() ?? 0;

const present = ({ cents, since, ...row }: DeskRow): DeskItem => ({
  ...row,
  amount: cents === null ? null : toDollars(cents),
  since: since?.toISOString() ?? null,
});
