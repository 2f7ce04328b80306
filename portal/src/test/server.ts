import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { z } from 'zod';
import type { Answer, EndpointSpec, RequestInput } from '@lintel/contract/core/endpoint';
import {
  commonErrors,
  errorCatalog,
  idempotentErrors,
  stepUpErrors,
  type ErrorBody,
  type ErrorCode,
} from '@lintel/contract/core/errors';

const base = '/api/v1';

/** The answers of this test, the newest first. */
let answers: { method: string; path: RegExp; send: Handler<Response> }[] = [];

/**
 * The mocked network: a request without an answer fails. It has one handler, which looks the answer
 * up, because MSW tries handlers one after another, and a screen has dozens of answers.
 */
export const server = setupServer(
  http.all(`*${base}/*`, ({ request }) => {
    const { pathname } = new URL(request.url);
    const found = answers.find(
      ({ method, path }) => method === request.method && path.test(pathname),
    );
    if (found) return found.send(request);
    console.error(`Nothing answers ${request.method} ${pathname}`);
    return HttpResponse.error();
  }),
);

export const forgetAnswers = (): void => {
  answers = [];
};

type Readonlike<Value> = Value extends readonly (infer Item)[]
  ? readonly Readonlike<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Readonlike<Value[Name]> }
    : Value;
/** A value of an endpoint's response schema; an endpoint that sends a file has none. */
export type AnswerValue<Spec> = Spec extends { response: z.ZodType }
  ? Readonlike<Answer<Spec>>
  : never;
/** A value of the endpoint's response schema, or a complete response. */
export type Reply<Spec> = AnswerValue<Spec> | Response;
/** An answer for a test helper: a value, or a function of the request. */
export type ReplyTo<Spec> = AnswerValue<Spec> | Handler<Reply<Spec>>;
/** Creates an answer per request. */
export type Handler<Given> = (request: Request) => Given | Promise<Given>;

/**
 * Answers an endpoint with a value or a function of the request. Every answer is checked against
 * the contract: one that the server couldn't send fails the test.
 */
export function answer<const Spec extends EndpointSpec, const Given extends Reply<Spec>>(
  spec: Spec,
  reply: Given | Handler<Given>,
): void {
  const send = async (request: Request): Promise<Response> => {
    const given = await (typeof reply === 'function' ? (reply as Handler<Given>)(request) : reply);
    const response = given instanceof Response ? given : HttpResponse.json(given as object);
    faults.push(...(await contractFaults(spec, response)));
    return response.clone();
  };
  answers.unshift({ method: spec.method, path: patternOf(spec.path), send });
}

const patternOf = (path: string): RegExp => {
  const literals = path
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`${base}${literals.join('[^/]+')}$`);
};

/** The same endpoint, limited to some parameter values. */
export function at<const Spec extends EndpointSpec>(
  spec: Spec,
  params: Partial<RequestInput<Spec, 'params'>>,
): Spec {
  const values = params as Record<string, unknown>;
  const path = spec.path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? encodeURIComponent(String(values[name])) : whole,
  );
  return { ...spec, path };
}

/** The server's error response, with the default message of its code. */
export function refusal(
  code: ErrorCode,
  told: string | Record<string, string> = errorCatalog[code][1],
  message: string = typeof told === 'string' ? told : errorCatalog[code][1],
): Response {
  const [status] = errorCatalog[code];
  const fields = typeof told === 'string' ? {} : { fields: told };
  return HttpResponse.json({ error: code, message, ...fields }, { status });
}

/** The same with the names of all invalid fields, which some endpoints add. */
export const refusalWithNames = (
  fields: Record<string, string>,
  invalidFields: string[],
): Response => {
  const [status, message] = errorCatalog.invalid;
  return HttpResponse.json({ error: 'invalid', message, fields, invalidFields }, { status });
};

/** A file as the server sends it. */
export const file = (type: string, content = 'bytes'): Response =>
  new HttpResponse(content, { headers: { 'content-type': type } });

/** A request whose connection is lost. */
export const lostConnection = (): Response => HttpResponse.error();

/** A request that never gets a response. */
export const noAnswer = (): Promise<Response> => new Promise(() => undefined);

/** A response outside the contract, with the reason why a test uses it. */
export function outsideContract(_why: string, response: Response): Response {
  unchecked.add(response);
  return response;
}
const unchecked = new WeakSet<Response>();

/**
 * A successful response that carries an error: the portal treats it as a failure, as the
 * specification requires, though this server never sends one.
 */
export const errorInBody = (message: string, error = 'failed'): Response =>
  outsideContract(
    'the server answers errors with their status',
    HttpResponse.json({ error, message }),
  );

/** The page of a proxy that can't reach the server. */
export const badGateway = (): Response =>
  outsideContract(
    'a proxy answers in its own words',
    HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 }),
  );

let faults: string[] = [];

/** Throws if an answer since the last call violates the contract. */
export function checkAnswers(): void {
  const found = [...new Set(faults)];
  faults = [];
  if (found.length > 0) throw new Error(`Answers that break the contract:\n${found.join('\n')}`);
}

/** The errors of an answer, with the endpoint's name. */
async function contractFaults(spec: EndpointSpec, response: Response): Promise<string[]> {
  if (response.type === 'error' || unchecked.has(response)) return [];
  const found = response.ok
    ? await successFaults(spec, response)
    : await errorFaults(spec, response);
  return found.map((fault) => `${spec.name}: ${fault}`);
}

async function successFaults({ response: declared }: EndpointSpec, response: Response) {
  const type = response.headers.get('content-type') ?? 'nothing';
  if ('file' in declared)
    return type.startsWith(declared.file) ? [] : [`sends ${type} instead of ${declared.file}`];
  const value = await readJson(response);
  const read = declared.safeParse(value);
  if (read.success) return unknownFields(value, read.data).map((path) => `${path}: is not known`);
  return read.error.issues.map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`);
}

async function errorFaults(spec: EndpointSpec, response: Response): Promise<string[]> {
  const body = (await readJson(response)) as Partial<ErrorBody> | undefined;
  const code = body?.error;
  const declared: readonly (ErrorCode | undefined)[] = [
    ...commonErrors,
    ...(spec.errors ?? []),
    ...(spec.idempotent ? idempotentErrors : []),
    ...(spec.stepUp ? stepUpErrors : []),
  ];
  if (code === undefined || !declared.includes(code))
    return [`error ${code} with status ${response.status} is not declared`];
  const [status] = errorCatalog[code];
  if (status !== response.status)
    return [`error ${code} has status ${status}, not ${response.status}`];
  return typeof body?.message === 'string' ? [] : [`error ${code} has no message`];
}

const readJson = (response: Response): Promise<unknown> =>
  response
    .clone()
    .json()
    .catch(() => undefined);

/** The paths of fields that the schema drops. */
function unknownFields(given: unknown, known: unknown, path = ''): string[] {
  if (typeof given !== 'object' || given === null) return [];
  if (typeof known !== 'object' || known === null) return [];
  const read = known as Record<string, unknown>;
  return Object.entries(given).flatMap(([name, value]) => {
    const below = path === '' ? name : `${path}.${name}`;
    return name in read ? unknownFields(value, read[name], below) : [below];
  });
}
