import { sql } from 'drizzle-orm';
import { serviceAgreement } from '@lintel/contract/contractors/agreement';
import { paymentStatuses } from '@lintel/contract/billing/tiers';
import { planRoles, plans } from '../domains/billing/plans/tables.ts';
import { agreementAcceptances, contractors, managers } from '../domains/contractors/tables.ts';
import { agreementHash } from '../domains/contractors/index.ts';
import { hashPassword, keepKnownApp } from '../domains/identity/index.ts';
import { userRoles, users } from '../domains/identity/tables.ts';
import { writeSettingValue } from '../platform/settings/store.ts';
import type { Keys } from '../platform/crypto/keys.ts';
import type { Database } from '../platform/db/connect.ts';
import {
  demoApps,
  demoContractors,
  demoManagers,
  demoPassword,
  deskLender,
  staff,
  teamUser,
} from './people.ts';
import { seedDeskLender } from './lender-desk.ts';
import { demoPlans } from './plans.ts';

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);
const quiz = [
  { question: 'What is your estimated annual business revenue?', answer: '$1M - $10M' },
  { question: 'How many employees are in your business?', answer: '2 - 15' },
  { question: 'How many years have you been in business?', answer: '6 - 15' },
];

const acceptance = {
  version: serviceAgreement.version,
  textHash: agreementHash,
  address: '203.0.113.9',
  userAgent: 'Demonstration',
};

export async function seedAccounts(db: Database, now: Date, keys: Keys): Promise<void> {
  await db.insert(plans).values(
    demoPlans.map(({ roles: _roles, ...plan }) => ({
      ...plan,
      opportunities: [...plan.opportunities],
      description: [...plan.description],
      visibility: plan.tier === 'Test' ? ('hidden' as const) : ('public' as const),
    })),
  );
  await db
    .insert(planRoles)
    .values(demoPlans.flatMap(({ id, roles }) => roles.map((roleId) => ({ planId: id, roleId }))));
  await db.insert(managers).values(demoManagers);
  await writeSettingValue(db, {
    name: 'ServiceAgreementDate',
    value: daysBefore(now, 700).toISOString(),
    userId: null,
    at: now,
  });
  await db.insert(contractors).values(
    demoContractors.map(({ owner, onboarded, ...contractor }, index) => ({
      ...contractor,
      firstName: owner.firstname,
      lastName: owner.lastname,
      email: owner.email,
      ownerId: owner.id,
      agreementAcceptedAt: onboarded ? daysBefore(now, 600) : null,
      quiz: onboarded ? quiz : null,
      activatedAt: daysBefore(now, 739 - index * 90),
      registeredAt: daysBefore(now, 740 - index * 90),
    })),
  );
  await db.insert(contractors).values(prospects(now));
  await seedDeskLender(db, now);
  await seedUsers(db, now);
  for (const app of demoApps) await keepKnownApp(db, keys, app, daysBefore(now, 700));
  await db.insert(agreementAcceptances).values(
    demoContractors
      .filter(({ onboarded }) => onboarded)
      .map(({ id, owner }) => ({
        contractorId: id,
        userId: owner.id,
        ...acceptance,
        acceptedAt: daysBefore(now, 600),
      })),
  );
}

async function seedUsers(db: Database, now: Date): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  const createdAt = daysBefore(now, 740);
  const common = { passwordHash, createdAt, confirmedAt: createdAt };
  await db.insert(users).values([
    ...staff.map(({ roleId: _role, ...user }) => ({
      ...user,
      ...common,
      kind: 'staff' as const,
    })),
    ...demoContractors.map(({ id, owner }) => ({
      ...owner,
      ...common,
      kind: 'owner' as const,
      contractorId: id,
    })),
    { ...teamUser, ...common, kind: 'team' as const, teamAccess: 'Limited' as const },
  ]);
  await db
    .insert(users)
    .values({ ...deskLender.person, ...common, kind: 'lender', lenderId: deskLender.id });
  await db.insert(users).values(unconfirmedOwner(now));
  await db.insert(userRoles).values(staff.map(({ id, roleId }) => ({ userId: id, roleId })));
}

/** An owner without a password yet, because the e-mail with the link didn't arrive. */
function unconfirmedOwner(now: Date): typeof users.$inferInsert {
  const contractor = prospects(now).find(({ id }) => id === undelivered.contractorId);
  const { firstName: firstname = '', lastName: lastname = '', email = '' } = contractor ?? {};
  const { userId: id, contractorId } = undelivered;
  return {
    id,
    kind: 'owner',
    contractorId,
    firstname,
    lastname,
    email,
    createdAt: daysBefore(now, 3),
  };
}

/** Whether no account exists yet, which seeding requires. */
export async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${users} limit 1`);
  return rows.length === 0;
}

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

/** The owner of `Old Mill Kitchens`, whose confirmation e-mail could not be delivered. */
const undelivered = { userId: 17, contractorId: 208 } as const;

/**
 * Sixty contractors from leads, in every payment status; all but `Old Mill Kitchens` have no user
 * yet. The first is `Harbor Kitchens`, paid.
 */
function prospects(now: Date): (typeof contractors.$inferInsert)[] {
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
