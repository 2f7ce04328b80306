import { beforeAll, describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { graphApplications } from '@lintel/contract/applications/graphs';
import { graphs, openReport } from '../../../test/applications.ts';
import { answer, refusal } from '../../../test/server.ts';
import type { Graphs } from '../api/applications.ts';
import { axisMaximum, spreadPositions } from './periods.ts';

vi.setConfig({ testTimeout: 40_000 });
// Loading the chunk can be slow on a busy machine, and these tests don't measure it.
beforeAll(() => import('./graphs.tsx').then(() => undefined), 60_000);

const toggle = (): HTMLElement => screen.getByRole('button', { name: /^Graphs/ });
const unfold = (): Promise<void> => userEvent.click(toggle());
/** The graphs' chunk loads when they are first expanded. */
const drawn = (text: string | RegExp = 'How far applications got'): Promise<HTMLElement> =>
  screen.findByText(text, {}, { timeout: 15_000 });
function answerGraphs(reply: Graphs = graphs()): URLSearchParams[] {
  const requests: URLSearchParams[] = [];
  answer(graphApplications, ({ url }) => {
    requests.push(new URL(url).searchParams);
    return reply;
  });
  return requests;
}
const cellTexts = (table: HTMLElement): string[][] =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent ?? ''));
const tableBelow = (title: string): HTMLElement => {
  const section = screen.getByRole('heading', { name: title, level: 3 }).closest('section');
  return within(section ?? document.body).getByRole('table', { hidden: true });
};

describe('the graphs above the report', () => {
  it('are collapsed by default, and the choice persists', async () => {
    const requests = answerGraphs();
    const { unmount } = await openReport({}, () => void answerGraphs());
    expect(toggle().getAttribute('aria-expanded')).toBe('false');
    expect(requests).toEqual([]);
    await unfold();
    expect(await drawn()).toBeTruthy();
    unmount();
    await openReport({}, () => void answerGraphs());
    expect(toggle().getAttribute('aria-expanded')).toBe('true');
    await unfold();
    expect(screen.queryByText('How far applications got')).toBeNull();
  });

  it("use the report's days and page, and a note explains that other filters don't apply", async () => {
    const search =
      '?currentPeriod=custom&customStart=2026-01-01&customEnd=2026-01-31&coBrandedPage=4&status=funded';
    const kept: URLSearchParams[][] = [];
    await openReport({ search }, () => void kept.push(answerGraphs()));
    await unfold();
    expect(
      await drawn(/The search and the status, credit score, and stage filters don’t change them/),
    ).toBeTruthy();
    const query = Object.fromEntries(kept[0]?.[0] ?? []);
    expect(query).toEqual({
      userId: '11',
      'started[gte]': '2026-01-01',
      'started[lte]': '2026-01-31',
      coBrandedPage: '4',
    });
  });

  it('show each number as text: stages with shares, then pages and sources, largest first', async () => {
    await openReport({}, () => void answerGraphs());
    await unfold();
    await drawn();
    expect(cellTexts(tableBelow('How far applications got')).slice(1)).toEqual([
      ['Started', '', '12', '100%'],
      ['Sent', '', '9', '75%'],
      ['With offers', '', '6', '50%'],
      ['Approved', '', '4', '33%'],
      ['Funded', '', '2', '17%'],
    ]);
    expect(cellTexts(tableBelow('By co-branded page'))).toEqual([
      ['Page', 'Started', 'Sent', 'With offers', 'Funded'],
      ['summit-roofing', '8', '9', '6', '2'],
      ['summit-solar', '4', '9', '6', '2'],
    ]);
    expect(cellTexts(tableBelow('By source'))[1]).toEqual(['Flyer', '12', '9', '6', '2']);
  });

  it('have a table of the curves for screen readers', async () => {
    await openReport({}, () => void answerGraphs());
    await unfold();
    await userEvent.click(await drawn('Show the numbers in a table'));
    expect(cellTexts(tableBelow('Over time'))).toEqual([
      ['Day', 'Started', 'Sent', 'With offers', 'Funded'],
      ['Mar 4', '0', '0', '0', '0'],
      ['Mar 5', '12', '9', '6', '2'],
    ]);
  });

  it('show a note without data, and a retry button when loading fails', async () => {
    const nothing = { started: 0, submitted: 0, offers: 0, approved: 0, funded: 0 };
    await openReport({}, () => answer(graphApplications, () => refusal('unexpected')));
    await unfold();
    expect(await drawn('The graphs could not be loaded.')).toBeTruthy();
    answerGraphs(graphs({ totals: nothing, periods: [], pages: [], sources: [] }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText('Nothing to show yet')).toBeTruthy());
  });
});

describe('the axis', () => {
  it.each([
    [0, 4],
    [3, 4],
    [5, 8],
    [9, 12],
    [22, 24],
    [27, 32],
    [81, 100],
    [130, 160],
    [1234, 1600],
    [100_000, 100_000],
  ])('for at most %s ends at %s', (most, top) => {
    expect(axisMaximum(most)).toBe(top);
  });
});

describe('labels at the ends of curves', () => {
  it('stay apart and inside the graph, and move as little as possible', () => {
    expect(spreadPositions([10, 100, 200], 16, 220)).toEqual([10, 100, 200]);
    expect(spreadPositions([100, 102, 101], 16, 220)).toEqual([100, 132, 116]);
    expect(spreadPositions([220, 220, 218, 30], 16, 220)).toEqual([204, 220, 188, 30]);
  });
});
