import type { contractors } from '../domains/contractors/tables.ts';
import { paymentStatuses } from '@lintel/contract/billing';

const places = [
  'Harbor',
  'Cedar Valley',
  'Blue Mesa',
  'Northgate',
  'Prairie',
  'Lakeshore',
  'Red Rock',
  'Old Mill',
  'Granite',
  'Maple Street',
  'Evergreen',
  'Silver Creek',
];
const trades = ['Kitchens', 'Roofing', 'Heating & Air', 'Windows', 'Exteriors'];
const first = [
  'Jordan',
  'Riley',
  'Morgan',
  'Elena',
  'Marcus',
  'Noor',
  'Hannah',
  'Luis',
  'Grace',
  'Omar',
];
const last = ['Bennett', 'Castillo', 'Dvorak', "O'Connor", 'Freeman', 'Gupta', 'Hoffman'];

/**
 * The owner of `Old Mill Kitchens`: the message that confirms the account could not be delivered.
 */
export const undelivered = { userId: 17, contractorId: 208 } as const;

/**
 * Sixty contractors that came as leads, in every payment status; all but `Old Mill Kitchens` have
 * no user yet. The first is `Harbor Kitchens`, paid.
 */
export function prospects(now: Date): (typeof contractors.$inferInsert)[] {
  return Array.from({ length: 60 }, (_, index) => {
    const companyName = `${places[index % places.length]} ${trades[Math.floor(index / places.length)]}`;
    const [firstName, lastName] = [
      first[index % first.length] ?? '',
      last[index % last.length] ?? '',
    ];
    const id = 201 + index;
    const isUndelivered = id === undelivered.contractorId;
    return {
      id,
      companyName:
        index === 33
          ? `${companyName} and Restoration Specialists of the Greater Southwestern Region`
          : companyName,
      firstName,
      lastName,
      email: `${firstName}.${lastName.replace("'", '')}.${index + 1}@example.com`.toLowerCase(),
      leadId: 5001 + index,
      phone: `555555${String(1000 + index).slice(-4)}`,
      planId: (index % 6) + 1,
      paymentStatus: paymentStatuses[index % paymentStatuses.length] ?? 'Unpaid',
      ownerId: isUndelivered ? undelivered.userId : null,
      activationError: isUndelivered,
      registeredAt: new Date(now.getTime() - (index * 11 + 3) * 86_400_000),
    };
  });
}
