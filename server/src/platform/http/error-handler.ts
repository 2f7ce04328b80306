import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
} from 'fastify-type-provider-zod';
import { errorCatalog, type ErrorBody, type ErrorCode } from '@lintel/contract/core/errors';
import { isRecord } from '@lintel/contract/core/narrow';
import { isDatabaseAway, brokenUnique } from '../db/failures.ts';
import { AppError } from '../errors.ts';

/**
 * Converts any thrown value to the standard error body. Logs unknown errors and answers
 * `unexpected`, without internals.
 */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Errors must not be cached, whatever the handler allowed.
  void reply.header('cache-control', 'no-store');
  if (error instanceof AppError) {
    if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
    void reply.status(error.status).send(named(request, error.toBody()));
    return;
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const body = validationBody(error.validation, error.validationContext);
    void reply.status(errorCatalog[body.error][0]).send(named(request, body));
    return;
  }
  const code = toErrorCode(error);
  if (hasLeft(request)) request.log.debug({ err: error }, 'the client disconnected');
  else if (code === 'unavailable') {
    request.log.warn({ err: error }, 'the database is unavailable');
    void reply.header('retry-after', String(retrySeconds));
  } else if (code === 'unexpected') {
    const where = isResponseSerializationError(error) ? { cause: error.cause } : {};
    request.log.error({ err: error, ...where }, 'unexpected error');
  }
  void reply
    .status(errorCatalog[code][0])
    .send({ error: code, message: errorCatalog[code][1] } satisfies ErrorBody);
}

/** Whether the sender disconnected while the body was arriving: then it isn't a server error. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Some endpoints repeat the field names. */
const named = (request: FastifyRequest, body: ErrorBody): ErrorBody =>
  body.error === 'invalid' && body.fields && request.routeOptions.config.namesInvalidFields
    ? { ...body, invalidFields: Object.keys(body.fields) }
    : body;

interface Issue {
  instancePath: string;
  message?: string;
}

/**
 * Invalid body fields get 422 with the fields; an invalid address or query gets 400 with the first
 * reason.
 */
function validationBody(issues: readonly Issue[], context: string | undefined): ErrorBody {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const field = issue.instancePath.slice(1).replaceAll('/', '.');
    fields[field] ??= issue.message ?? errorCatalog.invalid[1];
  }
  const whole = '' in fields;
  if (context === 'body' && !whole)
    return { error: 'invalid', message: errorCatalog.invalid[1], fields };
  const [field, message] = Object.entries(fields)[0] ?? ['', ''];
  const text = whole || field === '' ? errorCatalog.bad_request[1] : `${field}: ${message}`;
  return { error: 'bad_request', message: text, ...(!whole && { fields }) };
}

const codesByStatus: Record<number, ErrorCode> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'too_large',
  414: 'bad_request',
  415: 'unsupported_type',
  429: 'too_many_requests',
  431: 'bad_request',
};

/** PostgreSQL errors for unstorable text: NUL characters and lone surrogates. */
const unstorable = new Set(['22021', '22P05', '22P02']);

/** Retry-After while the database is unavailable. */
const retrySeconds = 5;

function toErrorCode(error: FastifyError): ErrorCode {
  if (isResponseSerializationError(error)) return 'unexpected';
  if (isDatabaseAway(error)) return 'unavailable';
  // A concurrent call took the same unique value.
  if (brokenUnique(error) !== null) return 'conflict';
  const code = isRecord(error.cause) ? error.cause['code'] : undefined;
  if (typeof code === 'string' && unstorable.has(code)) return 'bad_request';
  return codesByStatus[error.statusCode ?? 500] ?? 'unexpected';
}
