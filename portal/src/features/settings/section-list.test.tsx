import { MantineProvider } from '@mantine/core';
import { expect, it, vi } from 'vitest';
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
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  return router;
}

it('A section that cannot be loaded says so alone and is loaded again when asked to', async () => {
  // React and the router both speak of what they catch.
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

it('A section that fails while it is drawn takes no other one down', async () => {
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

it('Several sections are reached by links and by a choice', async () => {
  const router = await show([section('first', works('First')), section('second', works('Second'))]);
  const navigation = within(await screen.findByRole('navigation', { name: 'Sections' }));
  await userEvent.click(navigation.getByRole('link', { name: 'The second' }));
  expect(router.state.location.hash).toBe('second');
  expect(navigation.getByRole('combobox', { name: 'Section' })).toBeTruthy();
});

it('One section alone needs no navigation', async () => {
  await show([section('first', works('First'))]);
  expect(await screen.findByText('First')).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
});
