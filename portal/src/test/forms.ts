import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { answer } from './server.ts';

export const button = (name: string | RegExp): HTMLButtonElement =>
  screen.getByRole('button', { name });
export const press = (name: string | RegExp): Promise<void> => userEvent.click(button(name));
/** The field with this label, whether it is marked as required or not. */
export const input = (label: string): HTMLInputElement =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`), { selector: 'input' });

/** Puts `text` in place of what the field holds, at once. */
export async function fill(label: string, text: string): Promise<void> {
  await userEvent.clear(input(label));
  if (text === '') return;
  await userEvent.click(input(label));
  await userEvent.paste(text);
}

/** What was sent: its path below the base and its body, whatever the encoding. */
export interface Sent {
  path: string;
  encoding: 'json' | 'form' | 'multipart' | 'none';
  body: unknown;
}

async function bodyOf(request: Request): Promise<Omit<Sent, 'path'>> {
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

/** Answers changing calls at these paths and remembers them all, in order. */
export function takeCalls(
  method: 'post' | 'delete',
  paths: readonly string[],
  reply?: () => Response,
): Sent[] {
  const all: Sent[] = [];
  for (const path of paths) {
    answer(method, path, async (request) => {
      const { pathname } = new URL(request.url);
      all.push({ path: pathname.replace(/^.*\/api\/v1/, ''), ...(await bodyOf(request)) });
      return reply?.() ?? HttpResponse.json({ message: 'Saved' });
    });
  }
  return all;
}
