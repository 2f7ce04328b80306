import { expect, test } from 'vitest';
import { pino } from 'pino';
import { type PolicySources, widenPolicy } from './portal-files.ts';
import { createServer } from '../platform/http/server.ts';

async function policyWith(allowed: PolicySources): Promise<string[]> {
  const app = await createServer({ logger: pino({ level: 'silent' }) });
  app.get('/page', async (_request, reply) => {
    widenPolicy(reply, allowed);
    return reply.type('text/html').send('<p>Page</p>');
  });
  const { headers } = await app.inject('/page');
  await app.close();
  return String(headers['content-security-policy']).split(';');
}

test('a page may use what it is allowed to besides our own, and nothing else', async () => {
  const usual = await policyWith({});
  const wider = await policyWith({
    'script-src': ['https://js.example'],
    'frame-src': ['https://js.example', 'https://bank.example'],
  });
  expect(usual).toContain("script-src 'self'");
  expect(usual.join()).not.toContain('example');
  expect(wider).toContain("script-src 'self' https://js.example");
  expect(wider).toContain("frame-src 'self' https://js.example https://bank.example");
  const others = usual.filter((one) => !one.startsWith('script-src'));
  expect(wider).toEqual(expect.arrayContaining(others));
});
