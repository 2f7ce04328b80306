import type { Logger } from 'pino';
import { AppError } from '../../../platform/errors.ts';

/** The gateway refuses for a reason that a person can fix. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal';
  /** The gateway's code, such as `card_declined`. */
  readonly code: string;
  /** Which field of the card form it is about, if any. */
  readonly field: 'number' | 'expiration' | 'cvc' | 'address_zip' | null;

  constructor(code: string, message: string, field: GatewayRefusal['field'] = null) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

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
 * The field of the card form that a gateway's code is about; null when it is about the card as a
 * whole.
 */
export const fieldOf = (code: string): GatewayRefusal['field'] => fields[code] ?? null;

/**
 * Calls the gateway. A refusal becomes `invalid`, with the gateway's message on the field that it
 * names; when the gateway cannot be reached that is logged and the caller gets
 * `gateway_unavailable`.
 */
export async function askGateway<Answer>(log: Logger, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof GatewayRefusal) {
      const { field, message } = error;
      throw new AppError('invalid', {
        message,
        ...(field !== null && { fields: { [field]: message } }),
      });
    }
    log.warn(
      { err: error },
      `The payment gateway failed: ${error instanceof Error ? error.message : String(error)}`,
    );
    throw new AppError('gateway_unavailable');
  }
}
