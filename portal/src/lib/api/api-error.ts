import * as m from '#messages';
import type { ErrorBody, ErrorCode } from '@lintel/contract/core/errors';
import { isRecord } from '@lintel/contract/core/narrow';

/**
 * The error of a failed call. `status` is 0 without a response (`code` distinguishes a network
 * failure from a timeout).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'network' | 'timeout';
  /** Errors by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * The message of a body in another format, empty if it has none; undefined for the portal's own
   * format.
   */
  readonly foreignMessage: string | undefined;

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    fields: Record<string, string> = {},
    foreignMessage?: string,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.foreignMessage = foreignMessage;
  }
}

/** Whether another user saved the record since it was read. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'conflict';

/** Whether there was no response: a network failure or a timeout. */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0;

const isErrorBody = (value: unknown): value is ErrorBody =>
  isRecord(value) && 'error' in value && 'message' in value;

const bodyMessage = (body: unknown): string =>
  isRecord(body) && typeof body['message'] === 'string' ? body['message'] : '';

/** Errors by field; a field listed without its own text gets the general message. */
const errorFields = ({
  message,
  fields,
  invalidFields = [],
}: ErrorBody): Record<string, string> => ({
  ...Object.fromEntries(invalidFields.map((name) => [name, message])),
  ...fields,
});

/** The error in a response. A body in another format (a proxy's page) becomes `unexpected`. */
export async function toApiError(answer: Response): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => null);
  if (!isErrorBody(body))
    return new ApiError(answer.status, 'unexpected', m.common_error_title(), {}, bodyMessage(body));
  return new ApiError(answer.status, body.error, body.message, errorFields(body));
}

/** The server's message for users, or `otherwise` if it has none. */
export const errorMessage = (error: unknown, otherwise = m.common_error_title()): string =>
  error instanceof ApiError && error.message !== '' ? error.message : otherwise;
