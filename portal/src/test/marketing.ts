import { act, screen } from '@testing-library/react';
import { listPageNames } from '@lintel/contract/pages/page';
import type { Session } from '@lintel/contract/identity/sessions';
import { shownToasts } from './toasts.ts';
import { openPortal } from './render-portal.tsx';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { answer, refusal, type Handler, type Reply } from './server.ts';
import { owner } from './sessions.ts';

export const roofing = { id: 1000, pageName: 'summit-roofing' };
export const solar = { id: 1001, pageName: 'summit-solar' };

/** The toasts shown: text, kind, and duration in milliseconds. */
export const toasts = () =>
  shownToasts().map(({ message, kind, life }) => [message, kind, life] as const);

/** Answers a call with `reply` and records its queries. */
export function recordQueries<const Spec extends EndpointSpec, const Given extends Reply<Spec>>(
  spec: Spec,
  reply: Given | Handler<Given>,
): Record<string, string>[] {
  const all: Record<string, string>[] = [];
  answer(spec, (request) => {
    all.push(Object.fromEntries(new URL(request.url).searchParams));
    return typeof reply === 'function' ? (reply as Handler<Given>)(request) : reply;
  });
  return all;
}

interface Options {
  pages?: readonly { id: number; pageName: string }[];
  session?: Session;
}

/** Opens a page of materials for a contractor with these pages. */
export async function openMaterials(
  path: string,
  heading: string,
  { pages = [roofing], session = owner() }: Options = {},
) {
  const view = await openPortal('/refer', session);
  answer(listPageNames, { data: pages });
  await act(() => view.router.navigate({ href: path }));
  await screen.findByRole('heading', { name: heading, level: 1 });
  return view;
}

/** The document where a preview runs the code. */
export const previewDocument = async (title: string): Promise<Document> => {
  const frame = await screen.findByTitle<HTMLIFrameElement>(title);
  if (frame.contentDocument === null) throw new Error('The preview has no document.');
  return frame.contentDocument;
};

/** The response of a failing server. */
export const serverFailure = (): Response => refusal('unexpected');
