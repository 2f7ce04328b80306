import type { Logger } from 'pino';
import { AppError } from '../../platform/errors.ts';
import { GatewayRefusal } from './gateway/port.ts';

/**
 * Asks the gateway. Its refusals become `invalid`, with its own words as the message and on the
 * field that it names; when it cannot be reached the operator is told and the caller gets
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
