import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { lenderAsyncApi } from './asyncapi.ts';
import { eventsOpenApi, lenderOpenApi } from './openapi.ts';
import { outgoingMessages } from './parts.ts';
import { lenderEvent } from '../events.ts';
import { eventExamples } from '../examples.ts';

const facts = { title: 'Lintel', publicUrl: 'https://financing.example.org' };

describe.each([
  ['of events', eventsOpenApi(facts)],
  ['of what a lender serves', lenderOpenApi(facts)],
  ['of both directions', lenderAsyncApi(facts)],
])('the document %s', (_name, document) => {
  test('follows the recommended rules', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // The product has no public license.
      rules: { 'info-license': 'off', 'no-invalid-media-type-examples': 'error' },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });
});

test('every event has an example that its schema accepts', () => {
  const types = lenderEvent.options.map((option) => option.shape.type.value);
  expect(Object.keys(eventExamples).toSorted()).toEqual(types.toSorted());
  for (const [type, example] of Object.entries(eventExamples))
    expect(lenderEvent.safeParse(example), type).toMatchObject({ success: true });
});

test.each(Object.entries(outgoingMessages))('the example of %s is exact', (_path, message) => {
  expect(message.schema.parse(message.example)).toEqual(message.example);
});
