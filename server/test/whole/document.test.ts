import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '@lintel/contract/all';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { createTestApp, visitor, type TestApp } from '../app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ demo: false });
});
afterAll(() => app.close());

interface Part {
  type?: string;
  format?: string;
  contentMediaType?: string;
  maxLength?: number;
}
interface Operation {
  operationId: string;
  requestBody?: {
    content: Record<string, { schema: { properties?: Record<string, Part>; required?: string[] } }>;
  };
}

interface Described {
  paths: Record<
    string,
    Record<string, { security: object[]; responses: Record<string, { description: string }> }>
  >;
}

test('the API document names the files of every multipart call, with types and sizes, next to its fields', async () => {
  const { paths } = (await visitor(app).get('/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = new Map(
    Object.values(paths)
      .flatMap((path) => Object.values(path))
      .map((operation) => [operation.operationId, operation]),
  );
  const withFiles = (allEndpoints as readonly EndpointSpec[]).filter(
    ({ files, streams }) => files ?? streams,
  );
  expect(withFiles.length).toBeGreaterThan(4);
  for (const { name, files = {}, streams, streamedTypes, body } of withFiles) {
    const schema = operations.get(name)?.requestBody?.content['multipart/form-data']?.schema;
    for (const [part, { types, maxBytes }] of Object.entries(files)) {
      expect(types.length, name).toBeGreaterThan(0);
      const told = {
        type: 'string',
        format: 'binary',
        contentMediaType: types.join(', '),
        maxLength: maxBytes,
      };
      expect(schema?.properties?.[part], `${name} ${part}`).toMatchObject(told);
    }
    if (streams !== undefined) {
      expect(streamedTypes?.length, name).toBeGreaterThan(0);
      const told = {
        type: 'string',
        format: 'binary',
        contentMediaType: streamedTypes?.join(', '),
      };
      expect(schema?.properties?.[streams], name).toMatchObject(told);
      expect(schema?.required, name).toContain(streams);
    }
    const fields = Object.keys((body as { shape?: object } | undefined)?.shape ?? {});
    for (const field of fields)
      expect(schema?.properties, `${name} ${field}`).toHaveProperty(field);
  }
});

describe('the API document', () => {
  const read = async (): Promise<string> => (await visitor(app).get('/openapi.json')).body;

  test('follows the recommended rules for OpenAPI documents', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // The address depends on the deployment, and the product has no public license.
      rules: { 'no-server-example.com': 'off', 'info-license': 'off' },
    });
    const problems = await lintFromString({ source: await read(), config });
    const messages = problems.map(
      ({ severity, ruleId, message }) => `${severity} ${ruleId} ${message}`,
    );
    expect(messages.filter((one) => one.startsWith('error'))).toEqual([]);
    expect(messages.filter((one) => /operation-[24]xx-response/.test(one))).toEqual([]);
  });

  test("states each call's access and errors", async () => {
    const document: Described = JSON.parse(await read());
    const of = (path: string, method: string) => document.paths[`/api/v1${path}`]?.[method];
    expect(of('/customers', 'get')?.security).toEqual([{ session: [] }]);
    expect(of('/authentication', 'post')?.security).toEqual([]);
    expect(of('/integrations/payments/events', 'post')?.security).toEqual([
      { paymentsSignature: [] },
    ]);
    expect(of('/customers/{id}', 'get')?.responses).toMatchObject({
      401: { description: expect.stringContaining('`unauthorized`') },
      404: { description: expect.stringContaining('`not_found`') },
    });
    expect(of('/authentication', 'post')?.responses['403']?.description).not.toContain(
      '`access_denied`',
    );
    expect(of('/customers-export', 'get')?.responses['200']).toMatchObject({
      description: 'A file',
    });
  });
});
