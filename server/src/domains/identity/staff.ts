import { newStaffAccount } from '@lintel/contract/identity/sessions';
import type { Database } from '../../platform/db/connect.ts';
import { insertManager } from '../contractors/index.ts';
import { hashPassword } from './sign-in.ts';
import { userRoles, users } from './tables.ts';

/** The id of the built-in role with every privilege. */
const administrator = 1;

/**
 * Makes a staff account with every privilege, whose holder can look after contractors and leads.
 * Throws an `Error` with one line for a person when a value breaks a rule or the e-mail is used.
 */
export async function createStaffAccount(
  db: Database,
  now: Date,
  account: Record<'email' | 'firstname' | 'lastname' | 'password', string>,
): Promise<void> {
  const parsed = newStaffAccount.safeParse(account);
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
    );
  }
  const { password, ...person } = parsed.data;
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ ...person, kind: 'staff', passwordHash, createdAt: now, confirmedAt: now })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (user === undefined) throw new Error(`${person.email} has an account already`);
    await tx.insert(userRoles).values({ userId: user.id, roleId: administrator });
    await insertManager(tx, {
      firstName: person.firstname,
      lastName: person.lastname,
      email: person.email,
    });
  });
}
