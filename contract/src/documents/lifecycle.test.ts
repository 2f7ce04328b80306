import { describe, expect, test } from 'vitest';
import { keysOf } from '../core/map-values.ts';
import { documentKinds, documentStatuses, type DocumentStatus } from './constants.ts';
import {
  documentActions,
  isExpired,
  isOverdue,
  mayBe,
  statusByPayments,
  type DocumentAction,
} from './lifecycle.ts';

/** The states that allow each action, by kind; all other states reject it. */
const allowed: Record<keyof typeof documentKinds, Record<DocumentAction, DocumentStatus[]>> = {
  estimate: {
    save: ['draft', 'sent', 'viewed', 'accepted', 'declined'],
    delete: ['draft'],
    send: ['draft', 'sent', 'viewed', 'accepted', 'declined'],
    view: ['sent'],
    accept: ['sent', 'viewed'],
    decline: ['sent', 'viewed'],
    invoice: ['accepted'],
    pay: ['accepted'],
    void: ['sent', 'viewed', 'accepted', 'declined'],
    copy: ['draft', 'sent', 'viewed', 'accepted', 'declined', 'invoiced', 'void'],
  },
  invoice: {
    save: ['draft', 'sent', 'viewed', 'part_paid'],
    delete: ['draft'],
    send: ['draft', 'sent', 'viewed', 'part_paid', 'paid'],
    view: ['sent'],
    accept: [],
    decline: [],
    invoice: [],
    pay: ['sent', 'viewed', 'part_paid'],
    void: ['sent', 'viewed'],
    copy: ['draft', 'sent', 'viewed', 'part_paid', 'paid', 'void'],
  },
};

describe('the life of a document', () => {
  test.each(keysOf(documentKinds))(
    'allows only the intended actions in each state of an %s',
    (kind) => {
      for (const action of documentActions)
        for (const status of keysOf(documentStatuses))
          expect([action, status, mayBe({ kind, status }, action)]).toEqual([
            action,
            status,
            allowed[kind][action].includes(status),
          ]);
    },
  );

  test('follows the payments of an invoice', () => {
    const of = (paidCents: number, totalCents: number, isViewed = false) =>
      statusByPayments({ paidCents, totalCents, isViewed });
    expect(of(0, 100)).toBe('sent');
    expect(of(0, 100, true)).toBe('viewed');
    expect(of(1, 100, true)).toBe('part_paid');
    expect(of(100, 100)).toBe('paid');
    expect(of(101, 100)).toBe('paid');
    expect(of(0, 0)).toBe('paid');
  });

  test('is overdue or expired from the day after its last one, while it waits', () => {
    const days = { dueOn: '2026-05-10', validUntil: '2026-05-10' };
    for (const status of keysOf(documentStatuses)) {
      const invoice = { kind: 'invoice', status, ...days } as const;
      const isOwed = ['sent', 'viewed', 'part_paid'].includes(status);
      expect(isOverdue(invoice, '2026-05-11')).toBe(isOwed);
      expect(isOverdue(invoice, '2026-05-10')).toBe(false);
      expect(isOverdue({ ...invoice, dueOn: null }, '2026-05-11')).toBe(false);
      const estimate = { kind: 'estimate', status, ...days } as const;
      expect(isExpired(estimate, '2026-05-11')).toBe(['sent', 'viewed'].includes(status));
      expect(isExpired(estimate, '2026-05-10')).toBe(false);
    }
  });
});
