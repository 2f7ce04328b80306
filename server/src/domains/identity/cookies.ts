import type { CookieSerializeOptions } from '@fastify/cookie';
import type { AnswerTools } from '../../platform/http/route.ts';
import { deviceSeconds } from './known-devices.ts';
import { accessSeconds, refreshSeconds, type IssuedTokens } from './tokens.ts';

export const accessCookie = 'lintel_access';
export const refreshCookie = 'lintel_refresh';
export const deviceCookie = 'lintel_device';

const options = (secure: boolean): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure,
  path: '/api/v1',
});

export function setSessionCookies(
  answer: AnswerTools,
  tokens: IssuedTokens,
  secure: boolean,
): void {
  answer.setCookie(accessCookie, tokens.access, { ...options(secure), maxAge: accessSeconds });
  answer.setCookie(refreshCookie, tokens.refresh, { ...options(secure), maxAge: refreshSeconds });
}

/** Stays when its user signs out: it says where somebody was signed in, not that somebody is. */
export const setDeviceCookie = (answer: AnswerTools, device: string, secure: boolean): void =>
  answer.setCookie(deviceCookie, device, { ...options(secure), maxAge: deviceSeconds });

export function clearSessionCookies(answer: AnswerTools, secure: boolean): void {
  answer.clearCookie(accessCookie, options(secure));
  answer.clearCookie(refreshCookie, options(secure));
}
