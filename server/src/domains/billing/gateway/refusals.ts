import type { GatewayRefusal } from './port.ts';

const fields: Record<string, GatewayRefusal['field']> = {
  incorrect_number: 'number',
  invalid_number: 'number',
  test_mode_live_card: 'number',
  expired_card: 'expiration',
  invalid_expiry_month: 'expiration',
  invalid_expiry_year: 'expiration',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
  incorrect_zip: 'address_zip',
};

/**
 * The field of the card form that a gateway's word is about; null when it is about the card as a
 * whole.
 */
export const fieldOf = (code: string): GatewayRefusal['field'] => fields[code] ?? null;
