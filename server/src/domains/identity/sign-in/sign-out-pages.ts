import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { brandFromConfig } from '../../../platform/brand.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Context } from '../../../platform/context.ts';
import { isFromOwnPage, requireOwnOrigin } from '../../../platform/http/caller.ts';
import { sendPage } from '../../../platform/http/page.ts';
import type { AnswerTools } from '../../../platform/http/route.ts';
import { signOut } from './sign-in.ts';
import { accessCookie, clearSessionCookies, refreshCookie } from './tokens.ts';

/** Ends a browser's session and clears its cookies. */
export async function endBrowserSession(
  context: Context,
  cookies: Record<string, string | undefined>,
  answer: AnswerTools,
): Promise<void> {
  await signOut(context, { access: cookies[accessCookie], refresh: cookies[refreshCookie] });
  clearSessionCookies(answer, context);
  // Clears cached files, which browsers keep even when they revalidate them each time. Not
  // "storage": the appearance setting stays, and the portal deletes the account's drafts itself.
  // Not "cookies": the device cookie only marks a known browser and stays.
  answer.setHeader('clear-site-data', '"cache"');
}

const answerTools = (reply: FastifyReply): AnswerTools => ({
  setCookie: (name, value, options) => void reply.setCookie(name, value, options),
  clearCookie: (name, options) => void reply.clearCookie(name, options),
  setHeader: (name, value) => void reply.header(name, value),
});

const hidden = { schema: { hide: true } };
const confirmed = '/api/v1/logout/confirmed';

const question = {
  title: 'Sign out?',
  content: `<form method="post" action="${confirmed}"><button>Sign out</button></form>
<p><a href="/">Stay signed in</a></p>`,
  // Without a referrer, browsers send the form with the origin "null".
  referrer: 'same-origin',
} as const;

/**
 * `GET /api/v1/logout`: another site's image or link could call it, so it ends the session only for
 * requests from our own pages; a person who follows a link must confirm first. The portal sends a
 * POST.
 */
export const signOutPages =
  (context: Context): FastifyPluginAsync =>
  async (app) => {
    app.get('/api/v1/logout', hidden, async (request: FastifyRequest, reply) => {
      void reply.header('cache-control', 'no-store');
      if (isFromOwnPage(request, context.config.publicUrl)) {
        await endBrowserSession(context, request.cookies, answerTools(reply));
        return { message: 'Signed out' };
      }
      const { accept = '', 'sec-fetch-site': site } = request.headers;
      if (site === undefined || accept.includes('text/html'))
        return sendPage(reply, brandFromConfig(context.config), question);
      throw new AppError('wrong_origin');
    });
    app.post(confirmed, hidden, async (request: FastifyRequest, reply) => {
      requireOwnOrigin(request, context.config.publicUrl);
      await endBrowserSession(context, request.cookies, answerTools(reply));
      return reply.redirect('/login', 303);
    });
  };
