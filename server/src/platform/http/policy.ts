import type { FastifyReply } from 'fastify';

/** Addresses by directive of a Content-Security-Policy. */
export type PolicySources = Readonly<Record<string, readonly string[]>>;

const header = 'content-security-policy';

/** Lets this answer's page use more than the usual policy does. */
export function widenPolicy(reply: FastifyReply, allowed: PolicySources): void {
  const usual = String(reply.getHeader(header) ?? '').split(';');
  const directives = new Map(
    usual.filter((one) => one !== '').map((one) => [one.split(' ')[0] ?? '', one]),
  );
  for (const [name, sources] of Object.entries(allowed)) {
    directives.set(name, `${directives.get(name) ?? `${name} 'self'`} ${sources.join(' ')}`);
  }
  void reply.header(header, [...directives.values()].join(';'));
}
