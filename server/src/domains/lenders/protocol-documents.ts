import type { FastifyPluginAsync } from 'fastify';
import { lenderAsyncApi } from '@lintel/contract/lenders/protocol/asyncapi';
import { eventsOpenApi, lenderOpenApi } from '@lintel/contract/lenders/protocol/openapi';
import { brandFromConfig } from '../../platform/brand.ts';
import type { Context } from '../../platform/context.ts';

const made = {
  'openapi.json': eventsOpenApi,
  'lender-openapi.json': lenderOpenApi,
  'asyncapi.json': lenderAsyncApi,
};

/** The webhook protocol's documents, for everyone. */
export const protocolDocuments =
  ({ config }: Pick<Context, 'config'>): FastifyPluginAsync =>
  async (app) => {
    const facts = { title: brandFromConfig(config).name, publicUrl: config.publicUrl };
    for (const [name, make] of Object.entries(made)) {
      const text = JSON.stringify(make(facts));
      app.get(
        `/api/v1/integrations/lenders/${name}`,
        { schema: { hide: true } },
        (_request, reply) => reply.type('application/json').send(text),
      );
    }
  };
