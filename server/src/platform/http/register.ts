import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '@lintel/contract/core/access';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { isRecord } from '@lintel/contract/core/narrow';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { keyedCall, keyOf, type IdempotencyKeys } from '../idempotency/keys.ts';
import { countMailTo, type CallCounter } from '../limits/counter.ts';
import {
  requireAgreement,
  requireDeclaredOwner,
  resolveOwner,
  type Found,
  type OwnerFinders,
  type RequestParts,
} from './ownership.ts';
import {
  readClaim,
  hasProvenLately,
  mayUse,
  requireOwnOrigin,
  requireOwnPage,
  type Caller,
  type SessionReader,
} from './caller.ts';
import { toNetwork } from './caller-address.ts';
import { revalidated, computeEtag, holdsTag } from './etag.ts';
import { openUpload, readMultipart, type ReceivedFile } from './multipart.ts';
import { describeFileParts, buildSchema } from './openapi.ts';
import { buildAnswers } from './openapi-answers.ts';
import type { Objective } from './objectives.ts';
import { resolveUrgency } from './load-shedding.ts';
import type { AnswerTools, RequestContext, FileAnswer, RequestFacts, Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    receivedFiles: Record<string, ReceivedFile>;
    rawBody: string;
    /** The objects that the call's ids refer to; undefined until the owner is resolved. */
    owned: Found | undefined;
  }
  interface FastifyContextConfig {
    /** Validation errors name the fields twice. */
    namesInvalidFields?: boolean;
    /** The body may arrive slowly. */
    slowBody?: boolean;
  }
}

export interface Guards {
  publicUrl: string;
  sessions: SessionReader;
  counter: CallCounter;
  clock: Clock;
  /** Determine the owner of a row. */
  finders: OwnerFinders;
  idempotency: { keys: IdempotencyKeys; secret: Uint8Array };
}

/**
 * Registers every endpoint. Throws at startup when an endpoint has no access rule, declares no
 * owner for its ids, or has no handler or two.
 */
export function registerRoutes(
  app: FastifyInstance,
  endpoints: readonly EndpointSpec[],
  routes: readonly Route[],
  guards: Guards,
): void {
  const handlers = new Map<string, Route>();
  for (const route of routes) {
    if (handlers.has(route.spec.name)) throw new Error(`Two handlers for ${route.spec.name}`);
    handlers.set(route.spec.name, route);
  }
  for (const spec of endpoints) {
    const route = handlers.get(spec.name);
    if (route === undefined) throw new Error(`No handler for ${spec.name}`);
    registerRoute(app, route, guards);
    handlers.delete(spec.name);
  }
  if (handlers.size > 0) throw new Error(`Not in the contract: ${[...handlers.keys()].join(', ')}`);
}

/** Untyped code may have omitted it. */
const isDeclared = (access: Access | undefined): boolean => access?.kind !== undefined;

function registerRoute(app: FastifyInstance, route: Route, guards: Guards): void {
  const { spec } = route;
  if (!isDeclared(spec.access)) throw new Error(`${spec.name} declares no access`);
  requireDeclaredOwner(spec);
  app.route({
    method: spec.method,
    url: spec.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: buildSchema(spec),
    config: {
      namesInvalidFields: spec.namesInvalidFields === true,
      slowBody: spec.streams !== undefined,
      ...resolveObjective(spec),
      urgency: resolveUrgency(spec),
      ...describeFileParts(spec),
      answers: buildAnswers(spec),
    },
    onRequest: (request, reply) => {
      // A response must not come from a cache after its reader has signed out. Cacheable files
      // override this.
      void reply.header('cache-control', 'no-store');
      return admit(request, spec, guards);
    },
    preValidation: async (request) => {
      await findOwned(request, spec, guards);
      if (spec.method !== 'GET') await readBody(request, spec);
    },
    handler: (request, reply) => handled(request, reply, route, guards),
  });
}

async function handled(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  guards: Guards,
): Promise<unknown> {
  requireAgreement(request);
  await findOwnedByBody(request, route.spec, guards);
  return send(request, reply, route.spec, await handle(request, reply, route, guards));
}

/** Counts what people wait for: reads except files and reports, and homeowners' submissions. */
function resolveObjective(spec: EndpointSpec): { objective?: Objective } {
  if (spec.urgency === 'submission') return { objective: 'submissions' };
  const isRead = spec.method === 'GET' && spec.reads !== 'much' && !('file' in spec.response);
  return isRead ? { objective: 'reads' } : {};
}

/** The handler's response; for a repeated idempotency key, the first one. */
async function handle(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  guards: Guards,
): Promise<unknown> {
  const { key, given } = keyOf(request, route.spec);
  // A replayed call does nothing, so it isn't counted again.
  const run = async () => {
    await countForAccount(request, route.spec, guards);
    return route.run(buildRequestContext(request, reply, route.spec, key));
  };
  if (!given) return run();
  const { keys, secret } = guards.idempotency;
  const { result, replayed } = await keys.once(keyedCall(request, route.spec, key, secret), run);
  if (replayed) void reply.header('idempotency-replayed', 'true');
  return result;
}

/** Checks before the body is read: origin, address rate limit, authentication, and access. */
async function admit(request: FastifyRequest, spec: EndpointSpec, guards: Guards): Promise<void> {
  const { access, limit } = spec;
  if (access.kind !== 'signature') {
    if (spec.method !== 'GET') requireOwnOrigin(request, guards.publicUrl);
    else if (spec.changesState) requireOwnPage(request, guards.publicUrl);
  }
  if (limit?.by === 'address')
    await guards.counter.take(
      `${spec.name}:${toNetwork(request.address)}`,
      limit.max,
      limit.seconds,
    );
  if (access.kind === 'anonymous' || access.kind === 'signature') return;
  const { cookies, address } = request;
  request.caller = await guards.sessions.read(cookies, readClaim(request), address);
  if (request.caller === null) throw new AppError('unauthorized');
  if (request.caller.needsFactor && !spec.duringSetUp) throw new AppError('factor_required');
  if (!mayUse(access, request.caller)) throw new AppError('access_denied');
  if (asksForProof(spec, request.caller) && !hasProvenLately(request.caller, guards.clock.now()))
    throw new AppError('step_up_required');
}

const asksForProof = ({ stepUp }: EndpointSpec, { switched }: Caller): boolean =>
  stepUp === true || (stepUp === 'switched' && switched);

/**
 * Resolves the ids in the path and the query before the body is read. Skips malformed ones:
 * validation comes next and rejects the call.
 */
async function findOwned(
  request: FastifyRequest,
  spec: EndpointSpec,
  guards: Guards,
): Promise<void> {
  const parts: RequestParts = {};
  for (const part of ['params', 'query'] as const) {
    const read = spec[part]?.safeParse(request[part]);
    if (read?.success === false) return;
    parts[part] = read?.data;
  }
  const { caller } = request;
  request.owned = await resolveOwner(spec, 'before', { caller, parts, finders: guards.finders });
}

/** Resolves the ids in the validated body. */
async function findOwnedByBody(
  request: FastifyRequest,
  spec: EndpointSpec,
  { finders }: Guards,
): Promise<void> {
  const { caller, body, owned } = request;
  if (owned === undefined) throw new Error(`The owner of ${spec.name} was not resolved`);
  const found = await resolveOwner(spec, 'after', { caller, parts: { body }, finders });
  request.owned = { ...owned, ...found };
}

/**
 * Counts a call for the calling account, and for the address that it writes to. A call with invalid
 * fields does nothing, so it isn't counted.
 */
async function countForAccount(
  { caller, body }: FastifyRequest,
  spec: EndpointSpec,
  { counter }: Guards,
): Promise<void> {
  if (!caller) return;
  const { name, limit, mailsTo } = spec;
  if (limit?.by === 'account')
    await counter.take(`${name}:${caller.authenticated.id}`, limit.max, limit.seconds);
  const to = mailsTo !== undefined && isRecord(body) ? body[mailsTo] : undefined;
  if (typeof to === 'string') await countMailTo(counter, to, caller.user.contractorId);
}

/**
 * Accepts a multipart body even where a form or JSON is expected: some clients send every form that
 * way. Where multipart is expected, a form or JSON is accepted, too, without files. A missing body
 * counts as empty, so that validation reports what is missing.
 */
async function readBody(request: FastifyRequest, spec: EndpointSpec): Promise<void> {
  if (spec.streams !== undefined) return;
  if (request.isMultipart()) {
    const { fields, files } = await readMultipart(request, spec);
    request.body = fields;
    request.receivedFiles = files;
  } else if (spec.body !== undefined) request.body ??= {};
}

function buildRequestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  spec: EndpointSpec,
  idempotencyKey: string,
) {
  const facts: RequestFacts = {
    address: request.address,
    userAgent: request.headers['user-agent'] ?? '',
    cookies: request.cookies,
    headers: request.headers,
    rawBody: request.rawBody,
    idempotencyKey,
  };
  const answer: AnswerTools = {
    setCookie: (name, value, options) => void reply.setCookie(name, value, options),
    clearCookie: (name, options) => void reply.clearCookie(name, options),
    setHeader: (name, value) => void reply.header(name, value),
  };
  const { streams } = spec;
  const upload = streams && ((maxBytes: number) => openUpload(request, streams, maxBytes));
  const { params, query, body, receivedFiles: files, caller, owned } = request;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part was read by the endpoint's schema
  return {
    params,
    query,
    body,
    files,
    upload,
    caller,
    owned,
    request: facts,
    answer,
  } as unknown as RequestContext<EndpointSpec>;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  spec: EndpointSpec,
  result: unknown,
): unknown {
  if (!('file' in spec.response)) return result;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a handler of such a spec answers a file
  const file = result as FileAnswer;
  void reply
    .status(file.status ?? 200)
    .type(spec.response.file)
    .headers({ 'x-content-type-options': 'nosniff', ...file.headers });
  const { content, headers = {} } = file;
  if (
    headers['cache-control'] !== revalidated ||
    headers['etag'] !== undefined ||
    !Buffer.isBuffer(content)
  )
    return content;
  const etag = computeEtag(content);
  void reply.header('etag', etag);
  if (!holdsTag(request.headers['if-none-match'], etag)) return content;
  void reply.status(304);
  return '';
}
