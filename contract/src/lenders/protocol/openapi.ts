import { documentTypes } from '../../applications/constants.ts';
import { keysOf } from '../../core/map-values.ts';
import { receiveNamedLenderEvent } from '../events.ts';
import { protocolVersion } from '../messages.ts';
import {
  documentHeader,
  events,
  info,
  key,
  outgoingMessages,
  paths,
  schemaOf,
  signature,
  type PortalFacts,
} from './parts.ts';

const signatureExample = `t=1795262400,v1=${'0123456789abcdef'.repeat(4)}`;

const header = (name: string, schema: object, example: string) => ({
  name,
  in: 'header',
  required: true,
  schema,
  example,
});

const json = (schema: object, examples: Record<string, { value: unknown }>) => ({
  'application/json': { schema, examples },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const bodyOf = (path: keyof typeof outgoingMessages): object => {
  const { name, example } = outgoingMessages[path];
  if (path !== '/documents')
    return { required: true, content: json(ref(name), { [name]: { value: example } }) };
  const file = { schema: { type: 'string', format: 'binary' } };
  return {
    required: true,
    content: Object.fromEntries(keysOf(documentTypes).map((type) => [type, file])),
  };
};

const problem = {
  type: 'object',
  properties: {
    error: { type: 'string' },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['error', 'message'],
};
const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: ref('Problem') } },
});

/** OpenAPI 3.1: the address for a lender's events, which we serve. */
export const eventsOpenApi = ({ title, publicUrl }: PortalFacts) => ({
  openapi: '3.1.0',
  info: info(`${title}: lender events`, 'What lenders send, one event per call.'),
  servers: [{ url: `${publicUrl}/api/v1` }],
  tags: [{ name: 'events', description: 'Events of lenders' }],
  security: [{ signature: [] }],
  paths: {
    [receiveNamedLenderEvent.path]: {
      post: {
        operationId: 'receiveEvent',
        tags: ['events'],
        summary: 'Receive an event of a lender',
        parameters: [
          { name: 'lender', in: 'path', required: true, schema: { type: 'integer' } },
          header('Lintel-Signature', signature, signatureExample),
        ],
        requestBody: {
          required: true,
          content: json(
            ref('Event'),
            Object.fromEntries(events.map(({ name, example }) => [name, { value: example }])),
          ),
        },
        responses: {
          '200': {
            description: 'Booked, or booked before.',
            content: {
              'application/json': {
                schema: schemaOf(receiveNamedLenderEvent.response),
                examples: {
                  Booked: { value: { received: true, duplicate: false } },
                  Repeated: { value: { received: true, duplicate: true } },
                },
              },
            },
          },
          '400': refused('The body isn’t JSON. Don’t retry without a correction.'),
          '401': refused('The signature, its time, or the caller’s network is wrong.'),
          '404': refused('The application or offer isn’t known (yet). Send the event again.'),
          '422': refused('A field is wrong; `fields` has each. Don’t retry without a correction.'),
          '429': refused('Too many calls. Send the event again after `Retry-After`.'),
        },
      },
    },
  },
  components: {
    securitySchemes: {
      signature: { type: 'apiKey', in: 'header', name: 'Lintel-Signature' },
    },
    schemas: {
      Event: {
        oneOf: events.map(({ name }) => ref(name)),
        discriminator: {
          propertyName: 'type',
          mapping: Object.fromEntries(
            events.map(({ type, name }) => [type, `#/components/schemas/${name}`]),
          ),
        },
      },
      ...Object.fromEntries(events.map(({ name, schema }) => [name, schema])),
      Problem: problem,
    },
  },
});

/** OpenAPI 3.1: what a lender serves, so that we can call it. */
export const lenderOpenApi = ({ title }: PortalFacts) => ({
  openapi: '3.1.0',
  info: info(`${title}: what a lender serves`, `What ${title} sends to a lender’s address.`),
  servers: [
    {
      url: 'https://{address}',
      variables: { address: { default: 'lender.invalid', description: 'The lender’s address' } },
    },
  ],
  tags: [{ name: 'lender', description: 'Calls to the lender' }],
  security: [{ signature: [] }],
  paths: Object.fromEntries(
    paths.map((path) => {
      const { name, summary, example } = outgoingMessages[path];
      const facts = {
        type: 'string',
        contentEncoding: 'base64url',
        contentMediaType: 'application/json',
        contentSchema: ref('Document'),
        description: 'The document’s data. `Lintel-Signature` signs this text, not the body.',
      };
      return [
        path,
        {
          post: {
            operationId: `receive${name}`,
            tags: ['lender'],
            summary,
            parameters: [
              header('Lintel-Signature', signature, signatureExample),
              header('Lintel-Version', { type: 'string', const: protocolVersion }, protocolVersion),
              header('Idempotency-Key', key, 'h7Kd93kfL2mQ'),
              ...(path === '/documents'
                ? [header('Lintel-Document', facts, documentHeader(example))]
                : []),
            ],
            requestBody: bodyOf(path),
            responses: {
              '2XX': { description: 'Accepted. The body is ignored.' },
              '401': { description: 'The signature or its time is wrong.' },
            },
          },
        },
      ];
    }),
  ),
  components: {
    securitySchemes: {
      signature: { type: 'apiKey', in: 'header', name: 'Lintel-Signature' },
    },
    schemas: schemasOf(),
  },
});

/** The schemas of what we send. */
function schemasOf(): Record<string, object> {
  return Object.fromEntries(
    paths.map((path) => [outgoingMessages[path].name, schemaOf(outgoingMessages[path].schema)]),
  );
}
