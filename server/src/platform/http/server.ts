import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from 'helmet';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { errorCatalog, type ErrorBody } from '@lintel/contract/core/errors';
import { tidyAddress } from '../access-links/tidy.ts';
import { AppError } from '../errors.ts';
import { readBrackets } from './multipart.ts';
import { callerAddress, readAddress, trustedProxies } from './caller-address.ts';
import { answerError } from './error-handler.ts';
import { shedLoad, type ShedOptions } from './load-shedding.ts';
import { traceRequests } from './trace-requests.ts';

const bodyBytes = 1024 * 1024;
/** Body timeouts in seconds: usual, and for large bodies. */
const bodySeconds = 120;
const slowBodySeconds = 3600;

/**
 * Fastify with the basics of every route: the caller's address, brackets, cookies, forms, files,
 * the contract's compilers, and one error format. `trustProxy` and `trustTraceparent` are the
 * settings of these names.
 */
export async function createServer(options: {
  logger: FastifyBaseLogger;
  trustProxy?: string;
  trustTraceparent?: boolean;
  /** The load measurements; nothing is rejected without them. */
  shed?: ShedOptions;
}): Promise<FastifyInstance> {
  const trusts = trustedProxies(options.trustProxy ?? '0') ?? (() => false);
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    // Addresses contain tokens and searches for people: only the route is logged, after the
    // response.
    logController: new LogController({ disableRequestLogging: true }),
    // Used for the protocol only: `callerAddress` reads addresses.
    trustProxy: (address, hop) => trusts(readAddress(address) ?? '', hop),
    bodyLimit: bodyBytes,
    requestTimeout: slowBodySeconds * 1000,
    // Registering all routes takes longer on a busy machine, which must not prevent startup.
    pluginTimeout: 0,
    rewriteUrl: ({ url = '/' }) => tidyAddress(url),
    routerOptions: {
      maxParamLength: 300,
      querystringParser: readBrackets,
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) =>
    reply
      .status(404)
      .header('cache-control', 'no-store')
      .send({ error: 'not_found', message: errorCatalog.not_found[1] } satisfies ErrorBody),
  );
  app.decorateRequest('caller', null);
  app.decorateRequest('receivedFiles');
  app.decorateRequest('rawBody', '');
  app.decorateRequest('owned');
  app.decorateRequest('address', '');
  app.decorateRequest('isRefused', false);
  if (options.shed) shedLoad(app, options.shed);
  const isBelieved = ({ socket }: IncomingMessage): boolean =>
    options.trustTraceparent === true && trusts(readAddress(socket.remoteAddress ?? '') ?? '', 0);
  traceRequests(app, isBelieved);
  const headers = securityHeaders();
  // Hooks that run on every request use callbacks: a promise would cost more than the work.
  app.addHook('onRequest', (request, reply, done) => {
    request.address = callerAddress(request.raw, trusts);
    void reply.headers(headers);
    beginRequest(request);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (request.isRefused) return;
    const route = request.routeOptions.url ?? 'none';
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.span && { trace: request.span.traceId }),
      },
      'request',
    );
  });
  keepRawJson(app);
  refusePlainText(app);
  await app.register(cookie);
  await app.register(formbody, {
    bodyLimit: bodyBytes,
    parser: readBrackets,
  });
  // The parser reports oversized files at varying places, so readers check the size.
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(compress, compression);
  return app;
}

function beginRequest(request: FastifyRequest): void {
  request.receivedFiles = {};
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  const hasBody = coding !== undefined || (length !== undefined && length !== '0');
  if (hasBody && !request.routeOptions.config.slowBody) endSlowBody(request.raw);
}

/** Disconnects a sender whose body hasn't arrived in time. */
function endSlowBody(message: IncomingMessage): void {
  const late = setTimeout(() => message.complete || message.destroy(), bodySeconds * 1000).unref();
  message.once('close', () => clearTimeout(late));
}

/**
 * Webhook signatures cover the original bytes, so the JSON text is kept with its value. An empty
 * body counts as none.
 */
function keepRawJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      request.rawBody = body;
      if (body === '') done(null);
      else void parse(request, body, done);
    },
  );
}

/** No endpoint accepts plain text. A client without a body may still send the type. */
function refusePlainText(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    done(body === '' ? null : new AppError('unsupported_type')),
  );
}

/** Brotli at a level no more expensive than gzip. */
const compression = {
  threshold: 2048,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
} satisfies FastifyCompressOptions;

const secured = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      scriptSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
} as const;

/** The headers of every response. They never change, so Helmet runs only once. */
function securityHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  const message = new IncomingMessage(new Socket());
  const answer = new ServerResponse(message);
  helmet(secured)(message, answer, () => undefined);
  for (const [name, value] of Object.entries(answer.getHeaders())) headers[name] = String(value);
  return headers;
}
