import { receiveNamedLenderEvent } from '../events.ts';
import { documentFacts, protocolVersion } from '../messages.ts';
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

const channelOf = (path: string): string => path.slice(1).replace('-up', 'Up');

const signed = [{ $ref: '#/components/securitySchemes/signature' }];

/** AsyncAPI 3.0: the messages in both directions. */
export const lenderAsyncApi = ({ title, publicUrl }: PortalFacts) => ({
  asyncapi: '3.0.0',
  info: {
    ...info(`${title}: lender webhook`, 'The messages between the product and lenders.'),
    tags: [{ name: 'lenders', description: 'Lenders and lender networks' }],
  },
  defaultContentType: 'application/json',
  servers: {
    portal: {
      host: new URL(publicUrl).host,
      protocol: new URL(publicUrl).protocol.slice(0, -1),
      pathname: '/api/v1',
      description: 'Receives events',
    },
    lender: {
      host: '{address}',
      protocol: 'https',
      description: 'The lender’s address',
      variables: { address: { default: 'lender.invalid' } },
    },
  },
  channels: {
    events: {
      address: receiveNamedLenderEvent.path,
      servers: [{ $ref: '#/servers/portal' }],
      parameters: { lender: { description: 'The lender’s number' } },
      messages: Object.fromEntries(
        events.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]),
      ),
    },
    ...Object.fromEntries(
      paths.map((path) => {
        const { name } = outgoingMessages[path];
        return [
          channelOf(path),
          {
            address: path,
            servers: [{ $ref: '#/servers/lender' }],
            messages: { [name]: { $ref: `#/components/messages/${name}` } },
          },
        ];
      }),
    ),
  },
  operations: {
    receiveEvent: { action: 'receive', channel: { $ref: '#/channels/events' }, security: signed },
    ...Object.fromEntries(
      paths.map((path) => [
        `send${outgoingMessages[path].name}`,
        {
          action: 'send',
          channel: { $ref: `#/channels/${channelOf(path)}` },
          summary: outgoingMessages[path].summary,
          security: signed,
        },
      ]),
    ),
  },
  components: components(),
});

const components = () => ({
  securitySchemes: {
    signature: { type: 'httpApiKey', in: 'header', name: 'Lintel-Signature' },
  },
  messages: {
    ...Object.fromEntries(
      events.map(({ type, name, schema, example }) => [
        name,
        {
          name: type,
          headers: { $ref: '#/components/schemas/EventHeaders' },
          payload: schema,
          examples: [{ name, payload: example }],
        },
      ]),
    ),
    ...Object.fromEntries(
      paths.map((path) => {
        const { name, summary, schema, example } = outgoingMessages[path];
        return [name, messageOf(path, { name, summary, schema: schemaOf(schema), example })];
      }),
    ),
  },
  schemas: {
    DocumentFacts: schemaOf(documentFacts),
    EventHeaders: {
      type: 'object',
      properties: { 'Lintel-Signature': signature },
      required: ['Lintel-Signature'],
    },
    CallHeaders: {
      type: 'object',
      properties: {
        'Lintel-Signature': signature,
        'Lintel-Version': { type: 'string', const: protocolVersion },
        'Idempotency-Key': key,
      },
      required: ['Lintel-Signature', 'Lintel-Version', 'Idempotency-Key'],
    },
  },
});

/** A document's data is a header; its body is the file. */
function messageOf(
  path: string,
  {
    name,
    summary,
    schema,
    example,
  }: Record<'name' | 'summary', string> & {
    schema: object;
    example: object;
  },
): object {
  const headers = { $ref: '#/components/schemas/CallHeaders' };
  if (path !== '/documents')
    return { name, summary, headers, payload: schema, examples: [{ name, payload: example }] };
  const facts = {
    type: 'string',
    description: 'JSON of the schema `DocumentFacts` in base64url.',
    examples: [documentHeader(example)],
  };
  return {
    name,
    summary,
    contentType: 'application/octet-stream',
    headers: {
      allOf: [headers, { type: 'object', properties: { 'Lintel-Document': facts } }],
    },
    payload: { type: 'string', format: 'binary' },
    examples: [{ name, headers: { 'Lintel-Document': documentHeader(example) }, payload: '' }],
  };
}
