import type { Caller } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/errors.ts';

/** The lender that the caller works for. Access has checked that there is one. */
export function requireLender({ user }: Caller): { id: number; name: string } {
  if (user.lender === null) throw new AppError('access_denied');
  return user.lender;
}
