import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/session.ts';
import { owner } from '../../test/sessions.ts';
import { IconWorld } from '../../ui/icons.ts';
import { byPriority, widgetPriority, type Widget, WidgetCards } from './widget-cards.tsx';

const widget: Widget = {
  key: 'one',
  priority: 1,
  type: 'warning',
  icon: IconWorld,
  title: 'The title',
  text: 'The text.',
  warning: { title: 'Look out', text: 'Something is missing.' },
  stat: [{ value: 1200, label: 'visits' }],
  links: [{ id: 1, label: 'page', url: 'https://lintel.example/p/one' }],
  action: 'Go there',
  target: '/co-branded',
};

test('a card shows its icon, title, text, warning, figures, links, and the button to its target [ACC-037] [ACC-038]', async () => {
  const widgets = [widget, { ...widget, key: 'two', title: 'Another', type: 'default' as const }];
  const root = createRootRoute({ component: () => <WidgetCards widgets={widgets} /> });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  await act(() => router.load());
  queryClient.setQueryData(sessionQuery.queryKey, owner());
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const [card, other] = screen
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.closest('section') as HTMLElement);
  expect(card?.dataset['type']).toBe('warning');
  expect(other?.dataset['type']).toBe('default');
  const shown = within(card as HTMLElement);
  expect(
    shown.getByRole('heading', { name: 'The title' }).closest('header')?.querySelector('svg'),
  ).toBeTruthy();
  expect(shown.getByText('The text.')).toBeTruthy();
  expect(shown.getByText('Look out').nextSibling?.textContent).toBe('Something is missing.');
  expect(shown.getByText('visits').textContent).toBe('1,200 visits');
  expect(shown.getByRole('link', { name: /lintel\.example\/p\/one/ })).toBeTruthy();
  expect(shown.getByRole('link', { name: 'Go there' }).getAttribute('href')).toBe('/co-branded');
});

test('the priorities of the cards are fixed [ACC-036]', () => {
  expect(widgetPriority).toEqual({
    createPage: 1,
    addPayment: 2,
    cardExpiring: 3,
    cardExpired: 4,
    ach: 5,
    w9: 6,
    stats: 7,
    training: 8,
    marketing: 9,
    refer: 10,
    managePage: 11,
  });
});

test('cards are sorted by priority', () => {
  const some = [11, 1, 7].map((priority) => ({ priority }) as Widget);
  expect(byPriority(some).map(({ priority }) => priority)).toEqual([1, 7, 11]);
});
