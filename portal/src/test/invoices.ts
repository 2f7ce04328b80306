import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { listPageNames } from '@lintel/contract/pages/page';
import { fill, press } from './forms.ts';
import { openScreen } from './render-portal.tsx';
import { priceDocument } from '@lintel/contract/documents/quick/document';
import { answer, at, file } from './server.ts';
import { owner } from './sessions.ts';

export const pages = [
  { id: 1000, pageName: 'summit-roofing' },
  { id: 1001, pageName: 'summit-solar' },
];

/** Opens Invoice/Estimate of a contractor with these pages. */
export async function openInvoices(own = pages.slice(0, 1), session = owner()) {
  const view = await openScreen('/refer', session);
  answer(listPageNames, { data: own });
  await view.router.navigate({ href: '/invoice-estimate' });
  await screen.findByRole('heading', { name: 'Invoice / Estimate', level: 1 });
  return view;
}

/** Selects another page. Without a layout, the options count as hidden. */
export async function choosePage(pageName: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: 'Choose your co-branded page' }));
  await userEvent.click(await screen.findByRole('option', { name: pageName, hidden: true }));
}

/** Records the new windows that the portal opens, and their state. */
export function watchWindows(allowed = true) {
  const opened = {
    document: { title: '', body: document.createElement('body') },
    location: { replace: vi.fn<(address: string) => void>() },
    close: vi.fn<() => void>(),
  };
  const open = vi
    .spyOn(window, 'open')
    .mockImplementation(() => (allowed ? (opened as unknown as Window) : null));
  URL.createObjectURL = () => 'blob:document';
  return { open, ...opened };
}

/** The fields of each requested document. */
export type ListRequests = Record<string, string>[];

/** Answers document requests, with a PDF by default. */
export function recordDocuments(
  pageId: number,
  reply: () => Response | Promise<Response> = pdf,
): ListRequests {
  const all: ListRequests = [];
  answer(at(priceDocument, { pageId }), async (request) => {
    all.push(Object.fromEntries(new URLSearchParams(await request.text())));
    return reply();
  });
  return all;
}

export const pdf = (): Response => file('application/pdf', '%PDF-1.7');

/** Fills in a document's required fields. */
export async function fillLeast(): Promise<void> {
  await fill('Full name', 'Casey Nguyen');
  await fill('Description', 'Ridge vent');
  await fill('Unit price', '14.25');
}

export const download = (): Promise<void> => press('Download PDF');
