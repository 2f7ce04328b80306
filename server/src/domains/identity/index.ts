export { accountOf } from './accounts.ts';
export { ensureBuiltInRoles } from './built-in-roles.ts';
export { hashPassword } from './sign-in.ts';
export { identityRoutes } from './routes.ts';
export { sessionReader } from './session-reader.ts';
export { createStaffAccount } from './staff.ts';
export { AccessTokens } from './tokens.ts';
