import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Serves the OpenAPI document, made from the registered endpoints, and a page to read it. Register before the routes. */
export async function registerOpenApi(app: FastifyInstance, options: { title: string; publicUrl: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${options.title} API`, version: '1' },
      servers: [{ url: options.publicUrl }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/api/v1/docs', staticCSP: true });
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
