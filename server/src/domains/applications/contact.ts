import type { Application } from './repository.ts';
import type { ContactKind } from './tables.ts';

/** The address or number by which a homeowner is reached, in the form in which it is compared. */
export const contactOf = (
  { email, phone }: Pick<Application, 'email' | 'phone'>,
  kind: ContactKind,
): string => (kind === 'email' ? email.toLowerCase() : phone);
