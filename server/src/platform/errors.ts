import { errorCatalog, type ErrorBody, type ErrorCode } from '@lintel/contract/core/errors';
import { waitWords } from '@lintel/contract/core/wait-text';

/** The only error that services throw: a code from the catalog, and the invalid fields. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** Whole seconds after which the same call may succeed: the response's `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      fields?: Record<string, string>;
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    const { cause } = options;
    super(options.message ?? errorCatalog[code][1], cause === undefined ? {} : { cause });
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return errorCatalog[this.code][0];
  }

  toBody(): ErrorBody {
    return { error: this.code, message: this.message, ...(this.fields && { fields: this.fields }) };
  }
}

/** One field is invalid. */
export const invalidField = (field: string, message: string): AppError =>
  new AppError('invalid', { fields: { [field]: message } });

/**
 * Too many calls: the next one may succeed after `seconds`. The only source of 429 errors, so that
 * each has a `Retry-After`.
 */
export function tooManyRequests(seconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new AppError('too_many_requests', {
    message: `Too many attempts. Please try again in ${waitWords(retryAfter)}.`,
    retryAfter,
  });
}

/** A thrown value as an error; system errors have a code. */
export const toError = (thrown: unknown): NodeJS.ErrnoException =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
