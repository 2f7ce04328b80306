import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpResponse } from 'msw';
import { coBrandedPage } from '../../test/pages.ts';
import { owner } from '../../test/sessions.ts';
import { listContractors } from '@lintel/contract/contractors/manage';
import { authenticate, readSession, refreshSession } from '@lintel/contract/identity/sessions';
import { createPage } from '@lintel/contract/pages/page';
import {
  at,
  answer,
  refusal,
  lostConnection,
  noAnswer,
  outsideContract,
} from '../../test/server.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { basePath, defaultTimeout, setReactions, setSwitchedUser } from './send.ts';

const read = call<typeof readSession>({ method: 'GET', path: '/user' });
const list = call<typeof listContractors>({ method: 'GET', path: '/manage/contractors' });
const signIn = call<typeof authenticate>({
  method: 'POST',
  path: '/authentication',
  encoding: 'form',
});
const create = call<typeof createPage>({
  method: 'POST',
  path: '/contractor/{id}/page',
  encoding: 'multipart',
});

const reactions = {
  signedOut: vi.fn<() => void>(),
  stepUp: vi.fn<() => Promise<boolean>>(),
  denied: vi.fn<() => void>(),
  failed: vi.fn<() => void>(),
};

beforeEach(() => {
  for (const reaction of Object.values(reactions)) reaction.mockReset();
  setReactions(reactions);
  setSwitchedUser(null);
});

const watchFetch = () =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(HttpResponse.json({})));

describe('every client call', () => {
  it('goes to the base path with cookies [MKT-200] [MKT-201] [ADM-396]', async () => {
    const sent = watchFetch();
    await read();
    await signIn({ body: { username: 'a@b.co', password: 'x' } });
    for (const [address, init] of sent.mock.calls) {
      expect(String(address).startsWith(`${basePath}/`)).toBe(true);
      expect(init?.credentials).toBe('include');
    }
    expect(sent.mock.calls.map(([address]) => address)).toEqual([
      '/api/v1/user',
      '/api/v1/authentication',
    ]);
  });

  it('times out after 1200000 ms by default [MKT-202] [ADM-397]', async () => {
    const timer = vi.spyOn(AbortSignal, 'timeout');
    watchFetch();
    await read();
    expect(timer).toHaveBeenLastCalledWith(1_200_000);
    expect(defaultTimeout).toBe(1_200_000);
    timer.mockClear();
    await read({}, { timeout: 0 });
    expect(timer).not.toHaveBeenCalled();
  });

  it('reports a timeout', async () => {
    answer(readSession, noAnswer);
    await expect(read({}, { timeout: 20 })).rejects.toMatchObject({ status: 0, code: 'timeout' });
  });

  it('carries the id of the switched account, and none otherwise [ADM-238]', async () => {
    const sent = watchFetch();
    await read();
    setSwitchedUser(42);
    await read();
    await list();
    expect(
      sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('X-Switched-User')),
    ).toEqual([null, '42', '42']);
  });
});

describe('a request', () => {
  it('carries its query in brackets and its order with a sign', async () => {
    const sent = watchFetch();
    await list({ query: { page: 2, order: '+companyName', filters: { searchText: 'a b' } } });
    const [address] = sent.mock.calls[0] ?? [];
    expect(decodeURIComponent(String(address))).toBe(
      '/api/v1/manage/contractors?page=2&order=+companyName&filters[searchText]=a+b',
    );
    expect(String(address)).toContain('order=%2BcompanyName');
  });

  it('carries a form as name-value pairs', async () => {
    const sent = watchFetch();
    await signIn({ body: { username: 'a@b.co', password: 'p&q' } });
    expect(String(sent.mock.calls[0]?.[1]?.body)).toBe('username=a%40b.co&password=p%26q');
  });

  it('carries files and JSON fields in a multipart body', async () => {
    const sent = watchFetch();
    const logo = new File(['x'], 'logo.png', { type: 'image/png' });
    await create({
      params: { id: 7 },
      body: { pageName: 'a-b', params: { title: 'T' } },
      files: { logo },
    });
    const [address, init] = sent.mock.calls[0] ?? [];
    const body = init?.body as FormData;
    expect(address).toBe('/api/v1/contractor/7/page');
    expect(body.get('pageName')).toBe('a-b');
    expect(body.get('params')).toBe('{"title":"T"}');
    expect((body.get('logo') as File).name).toBe('logo.png');
  });
});

describe('a 401', () => {
  it('refreshes once and retries [ACC-457] [ADM-239]', async () => {
    let fresh = false;
    const refreshes = vi.fn<() => void>();
    answer(readSession, () => (fresh ? owner() : refusal('unauthorized')));
    answer(listContractors, () => (fresh ? { data: [], total: 0 } : refusal('unauthorized')));
    answer(refreshSession, () => {
      refreshes();
      fresh = true;
      return { message: 'ok' };
    });
    const [session, rows] = await Promise.all([read(), list()]);
    expect(session.id).toBe(11);
    expect(rows.total).toBe(0);
    expect(refreshes).toHaveBeenCalledTimes(1);
    expect(reactions.signedOut).not.toHaveBeenCalled();
  });

  it('ends the session after one failed refresh [ACC-458] [ADM-240]', async () => {
    const refreshes = vi.fn<() => void>();
    answer(readSession, () => refusal('unauthorized'));
    answer(refreshSession, () => {
      refreshes();
      return refusal('unauthorized');
    });
    await expect(read()).rejects.toBeInstanceOf(ApiError);
    expect(refreshes).toHaveBeenCalledTimes(1);
    expect(reactions.signedOut).toHaveBeenCalledTimes(1);
  });

  it('shows "Authorization is required" [ADM-395]', async () => {
    answer(readSession, () => refusal('unauthorized'));
    answer(refreshSession, () => refusal('unauthorized'));
    await expect(read()).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'Authorization is required',
    });
  });

  it('neither refreshes nor ends the session for a wrong password', async () => {
    answer(authenticate, () => refusal('invalid_credentials'));
    await expect(signIn({ body: { username: 'a@b.co', password: 'x' } })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(reactions.signedOut).not.toHaveBeenCalled();
  });
});

describe('a user action', () => {
  it('keeps its key when the session is refreshed in between', async () => {
    const keys: (string | null)[] = [];
    answer(at(createPage, { id: 7 }), (request) => {
      keys.push(request.headers.get('idempotency-key'));
      return keys.length === 1
        ? refusal('unauthorized')
        : { message: 'Saved', page: coBrandedPage(1000, 'a-b') };
    });
    answer(refreshSession, () => ({ message: 'ok' }));
    await create({ params: { id: 7 }, body: { pageName: 'a-b', params: { title: 'T' } } });
    expect(keys[0]).toMatch(/^[\d-]{7,43}$/);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it("has its own key or the caller's key; reads have none", async () => {
    const sent = watchFetch();
    await signIn({ body: { username: 'a@b.co', password: 'x' } });
    await signIn({ body: { username: 'a@b.co', password: 'x' } });
    await signIn({ body: { username: 'a@b.co', password: 'x' } }, { key: 'mine' });
    await read();
    const keys = sent.mock.calls.map(([, init]) =>
      new Headers(init?.headers).get('idempotency-key'),
    );
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys.slice(2)).toEqual(['mine', null]);
  });
});

describe('an error', () => {
  it("carries the server's code, message, and fields", async () => {
    answer(authenticate, () => refusal('invalid', { username: 'This field is required.' }));
    await expect(signIn({ body: { username: '', password: 'x' } })).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
      fields: { username: 'This field is required.' },
    });
  });

  it('is reported to the application unless the caller handles it', async () => {
    answer(readSession, () => refusal('access_denied'));
    await expect(read()).rejects.toMatchObject({ status: 403 });
    await expect(read({}, { handles: [403] })).rejects.toMatchObject({ status: 403 });
    expect(reactions.denied).toHaveBeenCalledTimes(1);
    const page = HttpResponse.html('<h1>Bad gateway</h1>', { status: 500 });
    answer(readSession, outsideContract('a proxy answers in its own words', page));
    await expect(read()).rejects.toMatchObject({ status: 500, message: 'Something wrong' });
    expect(reactions.failed).toHaveBeenCalledTimes(1);
  });

  it("reports that the portal can't be reached when there is no response", async () => {
    answer(readSession, lostConnection);
    await expect(read()).rejects.toMatchObject({ status: 0, code: 'network' });
  });
});
