import type { CookieSerializeOptions } from '@fastify/cookie';
import type { AnswerTools } from '../../platform/http/route.ts';
import { accessSeconds, refreshSeconds, type IssuedTokens } from './tokens.ts';

export const accessCookie = 'lintel_access';
export const refreshCookie = 'lintel_refresh';

const options = (secure: boolean): CookieSerializeOptions => ({ httpOnly: true, sameSite: 'lax', secure, path: '/api/v1' });

export function setSessionCookies(answer: AnswerTools, tokens: IssuedTokens, secure: boolean): void {
  answer.setCookie(accessCookie, tokens.access, { ...options(secure), maxAge: accessSeconds });
  answer.setCookie(refreshCookie, tokens.refresh, { ...options(secure), maxAge: refreshSeconds });
}

export function clearSessionCookies(answer: AnswerTools, secure: boolean): void {
  answer.clearCookie(accessCookie, options(secure));
  answer.clearCookie(refreshCookie, options(secure));
}
