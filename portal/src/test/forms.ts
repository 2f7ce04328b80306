import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { HttpResponse } from 'msw';
import { answer, type Handler, type Reply } from './server.ts';

export const button = (name: string | RegExp): HTMLButtonElement =>
  screen.getByRole('button', { name });
export const press = (name: string | RegExp): Promise<void> => userEvent.click(button(name));
/** The field with this label, required or not. */
export const input = (label: string): HTMLInputElement =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`), { selector: 'input' });

/** Replaces a field's value in one step. */
export async function fill(label: string, text: string): Promise<void> {
  await userEvent.clear(input(label));
  if (text === '') return;
  await userEvent.click(input(label));
  await userEvent.paste(text);
}

/** A request: its path below the base and its body, in any encoding. */
export interface SentRequest {
  path: string;
  encoding: 'json' | 'form' | 'multipart' | 'none';
  body: unknown;
}

async function readBody(request: Request): Promise<Omit<SentRequest, 'path'>> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return { encoding: 'json', body: await request.json() };
  if (type.startsWith('application/x-www-form-urlencoded'))
    return {
      encoding: 'form',
      body: Object.fromEntries(new URLSearchParams(await request.text())),
    };
  if (type.startsWith('multipart/'))
    return { encoding: 'multipart', body: Object.fromEntries(await request.formData()) };
  return { encoding: 'none', body: null };
}

/** Answers writes to these endpoints, with a message by default, and records them in order. */
export function recordCalls<const Spec extends EndpointSpec, const Given extends Reply<Spec>>(
  endpoints: Spec | readonly Spec[],
  reply?: Handler<Given>,
): SentRequest[] {
  const all: SentRequest[] = [];
  for (const spec of [endpoints].flat() as Spec[]) {
    answer(spec, async (request) => {
      const { pathname } = new URL(request.url);
      const copy = request.clone();
      all.push({ path: pathname.replace(/^.*\/api\/v1/, ''), ...(await readBody(copy)) });
      return reply ? reply(request) : HttpResponse.json({ message: 'Saved' });
    });
  }
  return all;
}
