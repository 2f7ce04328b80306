import type { Answer } from '@lintel/contract/core/endpoint';
import type { Desk, MonthSoFar, readToday, ToDo, ToDos } from '@lintel/contract/dashboard';

const month: MonthSoFar = {
  days: [0, 0, 0, 0, 0],
  lastDays: Array<number>(28).fill(0),
  soFar: 0,
  lastSoFar: 0,
  count: 0,
  lastCount: 0,
};
const none = { count: 0, isMore: false, items: [] };

/** A person with a to-do. */
export const toDo = (applicationId: number, name: string, change: Partial<ToDo> = {}): ToDo => ({
  applicationId,
  name,
  phone: '7205550100',
  amount: null,
  since: '2026-03-03T17:00:00.000Z',
  until: null,
  note: '',
  ...change,
});

/** A to-do section with these items. */
export const section = (...items: ToDo[]): ToDos['choose'] => ({
  count: items.length,
  isMore: false,
  items,
});

/** A day without to-dos by default. */
export const quietDay = (
  toDos: Partial<ToDos> = {},
  change: Partial<Answer<typeof readToday>> = {},
): Answer<typeof readToday> => ({
  today: '2026-03-05',
  news: { sent: 0, offers: 0, funded: 0 },
  toDo: { followUp: none, expiring: none, begin: none, choose: none, inform: none, ...toDos },
  requested: month,
  funded: month,
  ...change,
});

export const monthSums = (change: Partial<MonthSoFar>): MonthSoFar => ({ ...month, ...change });

const noneAtDesk = { count: 0, isMore: false, items: [] };
/** A desk without waiting documents or messages. */
export const quietDesk: Desk = {
  overdue: noneAtDesk,
  failedTexts: noneAtDesk,
  unanswered: noneAtDesk,
  notInvoiced: noneAtDesk,
};
