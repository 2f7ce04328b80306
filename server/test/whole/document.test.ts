import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('the API document names the files of every multipart call, with their types and sizes, beside its fields', async () => {
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
