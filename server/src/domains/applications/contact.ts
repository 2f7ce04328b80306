import type { Application } from './repository.ts';
import type { ContactKind } from './tables.ts';

/** Normalizes an e-mail address or phone number for comparison. */
export const contactAddress = (
  { email, phone }: Pick<Application, 'email' | 'phone'>,
  kind: ContactKind,
): string => (kind === 'email' ? email.toLowerCase() : phone);
