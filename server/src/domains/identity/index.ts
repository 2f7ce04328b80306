export { accountOf } from './accounts.ts';
export { ensureBuiltInRoles } from './built-in-roles.ts';
export { hashPassword } from './sign-in.ts';
export { applicationContacts, fullNames, allRoles, isEmailUsed } from './repository.ts';
export { part } from './part.ts';
export { createStaffAccount } from './staff.ts';
export { teamBeyond, teamsBeyond } from './team-repository.ts';
