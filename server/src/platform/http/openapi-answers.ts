import type { Access } from '@lintel/contract/core/access';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import {
  commonErrors,
  errorCatalog,
  idempotentErrors,
  stepUpErrors,
  type ErrorCode,
} from '@lintel/contract/core/errors';

/** An endpoint's responses in the OpenAPI document besides the schema of 200. */
export interface Answers {
  /** The operation id. */
  operation: string;
  errors: readonly ErrorCode[];
  /** The MIME type of a file response. */
  file?: string;
}

/** Public calls have no session errors. */
const sessionErrors: readonly ErrorCode[] = ['unauthorized', 'access_denied', 'factor_required'];
/** Reads have no body and no origin check. */
const changeErrors: readonly ErrorCode[] = ['wrong_origin', 'too_large', 'unsupported_type'];

export function buildAnswers(spec: EndpointSpec): Answers {
  const { access, method, response } = spec;
  const isOpen = access.kind === 'anonymous' || access.kind === 'signature';
  const common = commonErrors.filter(
    (code) =>
      !(isOpen && sessionErrors.includes(code)) &&
      !(method === 'GET' && changeErrors.includes(code)),
  );
  return {
    operation: spec.name,
    errors: [
      ...common,
      ...(spec.idempotent ? idempotentErrors : []),
      ...(spec.stepUp ? stepUpErrors : []),
      ...(spec.changesState ? (['wrong_origin'] as const) : []),
      ...(spec.errors ?? []),
    ],
    ...('file' in response && { file: response.file }),
  };
}

/** The signer of each kind of webhook, and the signature header. */
const signatures = {
  lenders: 'Lintel-Signature',
  mail: 'Lintel-Signature',
  payments: 'Stripe-Signature',
  texts: 'X-Twilio-Signature',
} as const;

/** The security schemes that satisfy `access`; none for public calls. */
export function buildSecurity(access: Access): Record<string, string[]>[] {
  if (access.kind === 'anonymous') return [];
  return [{ [access.kind === 'signature' ? `${access.by}Signature` : 'session']: [] }];
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'lintel_access',
    description:
      'The session of an account, from `POST /api/v1/authentication`. The account also needs the privileges of the endpoint.',
  },
  ...Object.fromEntries(
    Object.entries(signatures).map(([by, name]) => [
      `${by}Signature`,
      {
        type: 'apiKey',
        in: 'header',
        name,
        description: 'A signature of the body, made with a shared secret.',
      } as const,
    ]),
  ),
} as const;

const errorSchema: {
  type: 'object';
  required: string[];
  properties: Record<string, object>;
} = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { type: 'string', description: 'A code that stays the same.' },
    message: { type: 'string', description: 'What went wrong, for people.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with each field, by its name.',
    },
  },
};

/** The parts of the document that all operations reference. */
export const openApiParts = {
  components: { securitySchemes, schemas: { Error: errorSchema } },
};

const describedAs = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => `\`${code}\`: ${errorCatalog[code][1]}`).join('\n\n');

/** An operation's error responses by status. */
function errorsByStatus(errors: readonly ErrorCode[]): Record<string, object> {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of errors) {
    const [status] = errorCatalog[code];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      { description: describedAs([...codes]), content },
    ]),
  );
}

interface Document {
  paths?: Record<string, object | undefined>;
}

const isOperation = (
  value: unknown,
): value is { operationId: string; responses?: Record<string, object> } =>
  typeof value === 'object' && value !== null && 'operationId' in value;

/** Adds each operation's error responses and file types to the document. */
export function describeAnswers<Made extends Document>(
  made: Made,
  answers: ReadonlyMap<string, Answers>,
): Made {
  for (const operation of Object.values(made.paths ?? {}).flatMap((path) =>
    Object.values(path ?? {}).filter(isOperation),
  )) {
    const { errors = [], file } = answers.get(operation.operationId) ?? {};
    const binary = { schema: { type: 'string', format: 'binary' } };
    operation.responses = {
      ...operation.responses,
      ...(file !== undefined && { 200: { description: 'A file', content: { [file]: binary } } }),
      ...errorsByStatus(errors),
    };
  }
  return made;
}
