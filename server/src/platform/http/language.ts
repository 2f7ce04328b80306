import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import {
  isLanguage,
  languageParameter,
  languages,
  localeOf,
  type Language,
} from '@lintel/contract/core/language';

/**
 * The language that a page is read in: the one its address names, else the one that was chosen
 * before, else the first of the browser's that we speak, else English.
 */
export function languageOf(request: FastifyRequest): Language {
  const chosen = request.cookies[languageParameter];
  return askedLanguage(request) ?? (isLanguage(chosen) ? chosen : spokenLanguage(request));
}

/** The same for a frame on somebody's website, where no cookie is read. */
export const frameLanguage = (request: FastifyRequest): Language =>
  askedLanguage(request) ?? spokenLanguage(request);

function spokenLanguage(request: FastifyRequest): Language {
  const spoken = new Negotiator(request.raw).language([...languages]);
  return isLanguage(spoken) ? spoken : languages[0];
}

const yearSeconds = 365 * 86_400;

/**
 * Says in the answer what the language depends on, and remembers one that the address names.
 * Returns whether the answer is this browser's own, so that nobody else may be given it.
 */
export function sayLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
): boolean {
  void reply.headers({
    'content-language': localeOf[language],
    vary: 'Accept-Language, Cookie',
  });
  const asked = askedLanguage(request);
  if (asked === null || asked === request.cookies[languageParameter]) return false;
  void reply.setCookie(languageParameter, asked, {
    path: '/',
    maxAge: yearSeconds,
    sameSite: 'lax',
    httpOnly: true,
    secure: request.protocol === 'https',
  });
  return true;
}

/** The language that an address names, if any. */
export function askedLanguage({ query }: FastifyRequest): Language | null {
  const asked =
    query !== null && typeof query === 'object' && languageParameter in query
      ? query[languageParameter]
      : null;
  return isLanguage(asked) ? asked : null;
}
