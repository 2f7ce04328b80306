import type { ApplicationFlag } from '@lintel/contract/applications-flags';

/** What each flag says. */
export const flagNames: Record<ApplicationFlag, string> = {
  'own-email': 'Own e-mail',
  'own-phone': 'Own phone',
  'own-address': 'Own network address',
  repeated: 'Repeated',
};
