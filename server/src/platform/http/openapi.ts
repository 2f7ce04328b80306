import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { idempotencyHeaders } from '@lintel/contract/core/idempotency';
import { openApiParts, describeAnswers, buildSecurity, type Answers } from './openapi-answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The multipart body's file parts. */
    fileParts?: FileParts;
    /** Responses besides the schema of 200. */
    answers?: Answers;
  }
}

/** By part name: the accepted types, and the maximum bytes where the contract sets them. */
type FileParts = Record<
  string,
  { types: readonly string[]; maxBytes?: number; isRequired?: boolean }
>;

/**
 * Serves the OpenAPI document, generated from the registered endpoints, and a page to read it.
 * Register before the routes.
 */
export async function registerOpenApi(
  app: FastifyInstance,
  options: { title: string; publicUrl: string },
): Promise<void> {
  const answers = new Map<string, Answers>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${options.title} API`, version: '1' },
      servers: [{ url: options.publicUrl }],
      ...openApiParts,
    },
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input);
      const { fileParts, answers: own } = input.route.config ?? {};
      if (own !== undefined) answers.set(own.operation, own);
      return { schema: withFiles(schema, fileParts), url };
    },
    transformObject: (made) =>
      'openapiObject' in made ? describeAnswers(made.openapiObject, answers) : made.swaggerObject,
  } satisfies FastifyDynamicSwaggerOptions);
  await app.register(swaggerUi, { routePrefix: '/api/v1/docs', staticCSP: true });
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, () => app.swagger());
}

/** Adds files to the schema of a multipart body, which only covers its fields. */
function withFiles(schema: FastifySchema, parts: FileParts | undefined): FastifySchema {
  if (parts === undefined) return schema;
  const body: { allOf?: object[]; properties?: object; required?: string[] } = schema.body ?? {};
  const files = Object.entries(parts).map(([name, { types, maxBytes }]) => {
    const size =
      maxBytes === undefined ? 'as large as the deployment allows' : `at most ${maxBytes} bytes`;
    const limit = maxBytes === undefined ? {} : { maxLength: maxBytes };
    const described = {
      contentMediaType: types.join(', '),
      ...limit,
      description: `A file: ${types.join(' or ')}, ${size}`,
    };
    return [name, { type: 'string', format: 'binary', ...described }] as const;
  });
  const needed = Object.entries(parts).filter(([, { isRequired }]) => isRequired);
  return {
    ...schema,
    body: {
      type: 'object',
      ...body,
      properties: { ...body.properties, ...Object.fromEntries(files) },
      ...(needed.length > 0 && {
        required: [...(body.required ?? []), ...needed.map(([name]) => name)],
      }),
    },
  };
}

const encodings = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
};

/** An endpoint's schema for validation and the OpenAPI document. */
export function buildSchema(spec: EndpointSpec) {
  return {
    operationId: spec.name,
    summary: spec.summary,
    tags: [spec.name.split('.')[0] ?? ''],
    security: buildSecurity(spec.access),
    ...(spec.params && { params: spec.params }),
    ...(spec.query && { querystring: spec.query }),
    ...(spec.body && { body: spec.body }),
    ...(spec.idempotent && { headers: idempotencyHeaders }),
    ...('file' in spec.response ? {} : { response: { 200: spec.response } }),
    ...(spec.encoding && { consumes: [encodings[spec.encoding]] }),
  };
}

/** The body's file parts, for the OpenAPI document. */
export function describeFileParts({ files, streams, streamedTypes = [] }: EndpointSpec): {
  fileParts?: FileParts;
} {
  const streamed =
    streams === undefined ? {} : { [streams]: { types: streamedTypes, isRequired: true } };
  const parts = { ...files, ...streamed };
  return Object.keys(parts).length === 0 ? {} : { fileParts: parts };
}
