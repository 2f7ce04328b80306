import { MantineProvider } from '@mantine/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { signedIn } from '@lintel/contract/core/access';
import { SectionList } from './settings-page.tsx';
import type { SettingsSection } from './settings-sections.ts';

const section = (id: string, load: SettingsSection['load']): SettingsSection => ({
  id,
  title: `The ${id}`,
  purpose: `What ${id} is for`,
  access: signedIn,
  load,
});
const works = (text: string) => () => Promise.resolve({ default: () => <p>{text}</p> });

async function show(sections: readonly SettingsSection[]) {
  const root = createRootRoute();
  const settings = createRoute({
    getParentRoute: () => root,
    path: '/manage/settings',
    component: () => <SectionList sections={sections} />,
  });
  const history = createMemoryHistory({ initialEntries: ['/manage/settings'] });
  const router = createRouter({ routeTree: root.addChildren([settings]), history });
  await act(() => router.load());
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

it('A section that fails to load shows its own error and retries on demand', async () => {
  // React and the router both log errors they catch.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const load = vi
    .fn<SettingsSection['load']>()
    .mockRejectedValueOnce(new Error('Offline'))
    .mockImplementation(works('Second'));
  await show([section('first', works('First')), section('second', load)]);
  const second = within(await screen.findByRole('region', { name: 'The second' }));
  expect(await screen.findByText('First')).toBeTruthy();
  expect(await second.findByText('This section could not be loaded.')).toBeTruthy();
  await userEvent.click(second.getByRole('button', { name: 'Try again' }));
  expect(await second.findByText('Second')).toBeTruthy();
});

it('A section that throws while rendering leaves the others intact', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const fails = () =>
    Promise.resolve({
      default: (): never => {
        throw new Error('Broken');
      },
    });
  await show([section('first', fails), section('second', works('Second'))]);
  expect(await screen.findByText('Second')).toBeTruthy();
  expect(
    await within(screen.getByRole('region', { name: 'The first' })).findByText('Something wrong'),
  ).toBeTruthy();
});

it('Several sections have links and a select', async () => {
  const router = await show([section('first', works('First')), section('second', works('Second'))]);
  const navigation = within(await screen.findByRole('navigation', { name: 'Sections' }));
  await userEvent.click(navigation.getByRole('link', { name: 'The second' }));
  expect(router.state.location.hash).toBe('second');
  expect(navigation.getByRole('combobox', { name: 'Section' })).toBeTruthy();
});

it('A single section has no navigation', async () => {
  await show([section('first', works('First'))]);
  expect(await screen.findByText('First')).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
});

/** A browser where nothing is in view until the page scrolls. */
function scrollable() {
  const watched = new Map<Element, IntersectionObserverCallback>();
  class Observer {
    private readonly callback: IntersectionObserverCallback;
    constructor(callback: IntersectionObserverCallback) {
      this.callback = callback;
    }
    observe(target: Element): void {
      watched.set(target, this.callback);
    }
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return (target: Element): void => {
    const entry = { target, isIntersecting: true } as unknown as IntersectionObserverEntry;
    act(() => watched.get(target)?.([entry], {} as unknown as IntersectionObserver));
  };
}

describe('sections below the fold', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('load with their data when they come near the window; the first one loads immediately', async () => {
    const scrollTo = scrollable();
    const load = vi.fn<SettingsSection['load']>(works('Second'));
    const prefetch = vi.fn(() => Promise.resolve());
    await show([section('first', works('First')), { ...section('second', load), prefetch }]);
    expect(await screen.findByText('First')).toBeTruthy();
    const second = screen.getByRole('region', { name: 'The second' });
    expect(within(second).getByRole('status', { name: 'Loading The second…' })).toBeTruthy();
    expect([load, prefetch].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    scrollTo(second);
    expect(await within(second).findByText('Second')).toBeTruthy();
    expect([load, prefetch].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('load immediately when the address names them', async () => {
    scrollable();
    window.history.replaceState(null, '', '/manage/settings#second');
    await show([section('first', works('First')), section('second', works('Second'))]);
    expect(await screen.findByText('Second')).toBeTruthy();
  });

  it('all load for an in-page search', async () => {
    scrollable();
    await show(['one', 'two', 'three'].map((id) => section(id, works(`Text of ${id}`))));
    await screen.findByText('Text of one');
    await userEvent.keyboard('f');
    expect(screen.queryByText('Text of two')).toBeNull();
    await userEvent.keyboard('{Control>}f{/Control}');
    expect(await screen.findByText('Text of two')).toBeTruthy();
    expect(await screen.findByText('Text of three')).toBeTruthy();
  });

  it('all load for printing', async () => {
    scrollable();
    await show(['one', 'two'].map((id) => section(id, works(`Text of ${id}`))));
    await screen.findByText('Text of one');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(await screen.findByText('Text of two')).toBeTruthy();
  });
});
