import { errorCatalogue, type ErrorBody, type ErrorCode } from '@lintel/contract/core/errors';

/** The one error that services throw: a code of the catalogue, and what is wrong with which field. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;

  constructor(code: ErrorCode, options: { message?: string; fields?: Record<string, string> } = {}) {
    super(options.message ?? errorCatalogue[code][1]);
    this.code = code;
    this.fields = options.fields;
  }

  get status(): number {
    return errorCatalogue[this.code][0];
  }

  toBody(): ErrorBody {
    return { error: this.code, message: this.message, ...(this.fields && { fields: this.fields }) };
  }
}

/** A rule was broken on one field. */
export const invalidField = (field: string, message: string): AppError =>
  new AppError('invalid', { fields: { [field]: message } });
