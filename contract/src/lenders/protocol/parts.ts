import { z } from 'zod';
import { keysOf } from '../../core/map-values.ts';
import { lenderEvent, type LenderEvent } from '../events.ts';
import {
  applicationExample,
  choiceExample,
  documentExample,
  eventExamples,
  testExample,
} from '../examples.ts';
import {
  applicationMessage,
  choiceMessage,
  documentFacts,
  protocolVersion,
  testMessage,
} from '../messages.ts';

/** The webhook protocol as OpenAPI and AsyncAPI documents, made from its schemas and examples. */

export interface PortalFacts {
  /** The product's name. */
  title: string;
  /** The product's address, without a slash at the end. */
  publicUrl: string;
}

export const schemaOf = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
};

const eventName = (type: string): string =>
  type
    .split(/[._]/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

const optionOf = (type: LenderEvent['type']): z.ZodType => {
  const found = lenderEvent.options.find((option) => option.shape.type.value === type);
  if (found === undefined) throw new Error(`No event ${type}`);
  return found;
};

export const events = keysOf(eventExamples).map((type) => ({
  type,
  name: eventName(type),
  schema: schemaOf(optionOf(type)),
  example: eventExamples[type],
}));

/** What we send, by the path that is added to the lender's address. */
export const outgoingMessages = {
  '/applications': {
    name: 'Application',
    summary: 'A homeowner sent an application',
    schema: applicationMessage,
    example: applicationExample,
  },
  '/choices': {
    name: 'Choice',
    summary: 'The homeowner chose an offer',
    schema: choiceMessage,
    example: choiceExample,
  },
  '/given-up': {
    name: 'GivenUp',
    summary: 'The homeowner chose another offer instead, or withdrew the application',
    schema: choiceMessage,
    example: { ...choiceExample, choice: 2 },
  },
  '/documents': {
    name: 'Document',
    summary: 'The homeowner uploaded a requested document',
    schema: documentFacts,
    example: documentExample,
  },
  '/test': {
    name: 'Test',
    summary: 'Staff tested the connection: check the signature, respond, and do nothing else',
    schema: testMessage,
    example: testExample,
  },
} as const;

export const paths = keysOf(outgoingMessages);
export const documentHeader = (facts: object): string =>
  btoa(JSON.stringify(facts)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

export const signature = {
  type: 'string',
  pattern: '^t=\\d+(,v1=[0-9a-f]{64})+$',
  description:
    '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>" with the secret>`; one `v1=` for each valid secret.',
};

export const key = { type: 'string', description: 'The same for every repetition of a call.' };
export const info = (title: string, description: string) => ({
  title,
  version: protocolVersion,
  description,
});
