import { expect, it } from 'vitest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type StaffVisit, readVisits } from '@lintel/contract/identity/visits';
import { renderAlone } from '../../../test/render-alone.tsx';
import { at, answer, refusal } from '../../../test/server.ts';
import { VisitsCard } from './visits-card.tsx';

const visit = (change: Partial<StaffVisit> = {}): StaffVisit => ({
  id: 1,
  staff: 'Avery Quinn',
  account: 'Priya Natarajan',
  reason: 'Asked for help with the page',
  startedAt: '2026-03-05T18:00:00.000Z',
  endedAt: '2026-03-05T18:12:00.000Z',
  ...change,
});
const rows = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('list', { name: 'Support visits' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('a contractor sees the staff visits with person, time, duration, and reason', async () => {
  const data = [visit({ id: 2, reason: '', endedAt: null }), visit()];
  answer(at(readVisits, { id: 7 }), { data, total: 2 });
  renderAlone(<VisitsCard contractorId={7} />);
  const [now, before] = await rows();
  expect(now).toContain('in progress');
  expect(now).toContain('No reason given');
  expect(before).toContain('03/05/2026, 1:00 PM EST');
  expect(before).toContain('12 minutes');
  expect(before).toContain('Avery Quinn as Priya Natarajan');
  expect(before).toContain('Asked for help with the page');
});

it('a contractor can page to older visits', async () => {
  answer(at(readVisits, { id: 7 }), (request) => {
    const page = Number(new URL(request.url).searchParams.get('page'));
    return { data: [visit({ id: page, reason: `Page ${page}` })], total: 12 };
  });
  renderAlone(<VisitsCard contractorId={7} />);
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText('Page 2')).toBeTruthy();
});

it('the card shows a note when empty, or a retry after a loading failure', async () => {
  answer(at(readVisits, { id: 7 }), { data: [], total: 0 });
  const { unmount } = renderAlone(<VisitsCard contractorId={7} />);
  expect(await screen.findByText('No visits')).toBeTruthy();
  unmount();
  answer(at(readVisits, { id: 7 }), () => refusal('unexpected'));
  renderAlone(<VisitsCard contractorId={7} />);
  expect(await screen.findByText('The visits could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
