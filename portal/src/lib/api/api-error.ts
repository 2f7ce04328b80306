import * as m from '#messages';
import type { ErrorBody, ErrorCode } from '@lintel/contract/core/errors';
import { isRecord } from '@lintel/contract/core/narrow';

/**
 * What a call fails with. `status` is 0 when no answer came (`code` says whether the network failed
 * or time ran out).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'network' | 'timeout';
  /** What is wrong, by the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * The message of a body that is not the portal's own, empty without one; undefined for the
   * portal's own.
   */
  readonly said: string | undefined;

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    fields: Record<string, string> = {},
    said?: string,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.said = said;
  }
}

/** Whether somebody else saved the record since it was read. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'conflict';

/** Whether no answer came: the network failed, or time ran out. */
export const isAway = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

const isErrorBody = (value: unknown): value is ErrorBody =>
  isRecord(value) && 'error' in value && 'message' in value;

const saidBy = (body: unknown): string =>
  isRecord(body) && typeof body['message'] === 'string' ? body['message'] : '';

/** What is wrong by field; a field that is only named has the words for all. */
const fieldsOf = ({ message, fields, invalidFields = [] }: ErrorBody): Record<string, string> => ({
  ...Object.fromEntries(invalidFields.map((name) => [name, message])),
  ...fields,
});

/**
 * The error that an answer stands for. A body that is not the portal's own (a proxy's page) becomes
 * `unexpected`.
 */
export async function errorOf(answer: Response): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => null);
  if (!isErrorBody(body))
    return new ApiError(answer.status, 'unexpected', m.common_error_title(), {}, saidBy(body));
  return new ApiError(answer.status, body.error, body.message, fieldsOf(body));
}

/** The words for a person: the server's, or `otherwise` when it said none. */
export const messageOf = (error: unknown, otherwise = m.common_error_title()): string =>
  error instanceof ApiError && error.message !== '' ? error.message : otherwise;
