import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import {
  isLanguage,
  languageParameter,
  languages,
  locales,
  type Language,
} from '@lintel/contract/core/language';

/**
 * The page's language: from the address, a previous choice, the browser's first supported language,
 * or English.
 */
export function resolveLanguage(request: FastifyRequest): Language {
  const chosen = request.cookies[languageParameter];
  return requestedLanguage(request) ?? (isLanguage(chosen) ? chosen : spokenLanguage(request));
}

/** The language of a frame on a third-party website, where cookies aren't read. */
export const frameLanguage = (request: FastifyRequest): Language =>
  requestedLanguage(request) ?? spokenLanguage(request);

function spokenLanguage(request: FastifyRequest): Language {
  const spoken = new Negotiator(request.raw).language([...languages]);
  return isLanguage(spoken) ? spoken : languages[0];
}

const yearSeconds = 365 * 86_400;

/**
 * Sets the headers that the language depends on, and stores a language from the address in a
 * cookie. Returns whether the response is specific to this browser and must not be shared.
 */
export function setContentLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
): boolean {
  void reply.headers({
    'content-language': locales[language],
    vary: 'Accept-Language, Cookie',
  });
  const queryLanguage = requestedLanguage(request);
  if (queryLanguage === null || queryLanguage === request.cookies[languageParameter]) return false;
  void reply.setCookie(languageParameter, queryLanguage, {
    path: '/',
    maxAge: yearSeconds,
    sameSite: 'lax',
    httpOnly: true,
    secure: request.protocol === 'https',
  });
  return true;
}

/** The language in the address, if any. */
export function requestedLanguage({ query }: FastifyRequest): Language | null {
  const queryLanguage =
    query !== null && typeof query === 'object' && languageParameter in query
      ? query[languageParameter]
      : null;
  return isLanguage(queryLanguage) ? queryLanguage : null;
}
