import { beforeAll, describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  readCategories,
  readMaterials,
  findCategoryByUrl,
  askQuestion,
} from '@lintel/contract/training/library';
import { recordCalls } from '../../test/forms.ts';
import { at, answer, refusal } from '../../test/server.ts';
import { staff, switchedStaff } from '../../test/sessions.ts';
import { category, faq, openTraining, video } from '../../test/training.ts';
import { shownToasts } from '../../test/toasts.ts';

vi.setConfig({ testTimeout: 40_000 });

// Preload lazy code, which is slow on a busy machine.
beforeAll(() => import('./question-modal.tsx'), 40_000);

const ended = { videoStatus: 'ended', watchedPercent: 97, isNewVideo: false } as const;
const paused = { videoStatus: 'paused', watchedPercent: 40, isNewVideo: false } as const;
const heading = (name: string) => screen.findByRole('heading', { name });
const names = (list: HTMLElement): (string | null)[] =>
  within(list)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

describe('Training and FAQs', () => {
  it('shows the onboarding, the categories with their new videos, and the questions [ADM-168]', async () => {
    await openTraining({
      onboarding: [video(11, ended), video(12)],
      training: [video(21, paused), video(22)],
      about: { countNewVideos: 1, description: 'How to bring it up.' },
      faqs: [faq(31, 'How long does it take?', '<p>A minute.</p>')],
    });
    const banner = (await heading('First steps')).closest('section') as HTMLElement;
    expect(banner.textContent).toContain('1 of 2 watched');
    expect(names(await screen.findByRole('list', { name: 'First steps' }))).toEqual([
      '5 minVideo 11Watched',
      '5 minVideo 12New',
    ]);
    expect(await heading('Selling with financing')).toBeTruthy();
    expect(screen.getByText('1 new video')).toBeTruthy();
    expect(names(await screen.findByRole('list', { name: 'Selling with financing' }))).toEqual([
      '5 minVideo 2140% watched',
      '5 minVideo 22New',
    ]);
    expect(await screen.findByRole('button', { name: 'How long does it take?' })).toBeTruthy();
  });

  it('shows the name, description, and videos of each onboarding category', async () => {
    const both = [
      category({
        id: 1,
        type: 'onboarding_training',
        name: 'First steps',
        description: 'Your page and your account.',
      }),
      category({
        id: 4,
        type: 'onboarding_training',
        name: 'Your first homeowner',
        description: 'From the offer to the money.',
      }),
    ];
    await openTraining({
      onboarding: [video(11, ended)],
      prepare: () => {
        answer(readCategories, { onboarding_training: both, training: [], faqs: [] });
        answer(at(readMaterials, { id: 4 }), { data: [video(41)], total: 1 });
      },
    });
    const banner = (await heading('Get started')).closest('section') as HTMLElement;
    expect(banner.textContent).toContain('1 of 2 watched');
    for (const { name, description } of both) {
      expect(within(banner).getByRole('heading', { name })).toBeTruthy();
      expect(within(banner).getByText(description)).toBeTruthy();
    }
    expect(names(within(banner).getByRole('list', { name: 'First steps' }))).toEqual([
      '5 minVideo 11Watched',
    ]);
    expect(names(within(banner).getByRole('list', { name: 'Your first homeowner' }))).toEqual([
      '5 minVideo 41New',
    ]);
  });

  it('shows 4 videos of a category, the others after "Show more", and 4 again after "Hide" [ADM-171] [ADM-172] [ADM-173]', async () => {
    const { requests } = await openTraining({
      training: Array.from({ length: 7 }, (_none, index) => video(21 + index)),
    });
    const list = await screen.findByRole('list', { name: 'Selling with financing' });
    expect(names(list)).toHaveLength(4);
    expect(requests).toContain('/materials/2?userId=11&page=1&limit=4');
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    const hide = await screen.findByRole('button', { name: 'Hide' });
    expect(names(screen.getByRole('list', { name: 'Selling with financing' }))).toHaveLength(7);
    await userEvent.click(hide);
    expect(names(screen.getByRole('list', { name: 'Selling with financing' }))).toHaveLength(4);
    expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
  });

  it('shows the videos that came with their category without another request', async () => {
    const { requests } = await openTraining({
      training: [video(21), video(22)],
      about: { videos: [video(21), video(22)] },
    });
    const list = await screen.findByRole('list', { name: 'Selling with financing' });
    expect(names(list)).toHaveLength(2);
    expect(requests).toEqual(['/materials-category?userId=11']);
  });

  it('requests up to 1000 onboarding materials and FAQs [ADM-174]', async () => {
    const { requests } = await openTraining({
      onboarding: [video(11)],
      faqs: [faq(31, 'How?', '<p>So.</p>')],
    });
    await screen.findByRole('button', { name: 'How?' });
    expect(requests).toEqual(
      expect.arrayContaining([
        '/materials/1?userId=11&page=1&limit=1000',
        '/materials/3?userId=11&page=1&limit=1000',
      ]),
    );
  });

  it('waits for the categories without a timeout [ADM-470]', async () => {
    const timer = vi.spyOn(AbortSignal, 'timeout');
    const { requests } = await openTraining({ prepare: () => timer.mockClear() });
    await heading('No training yet');
    expect(requests).toEqual(['/materials-category?userId=11']);
    expect(timer).not.toHaveBeenCalled();
  });

  it('can be retried after a failure, as a whole and part by part', async () => {
    let broken = true;
    await openTraining({
      training: [video(21)],
      prepare: () => {
        answer(at(readMaterials, { id: 2 }), () =>
          broken ? refusal('not_found') : { data: [video(21)], total: 1 },
        );
        answer(readCategories, () => refusal('not_found'));
      },
    });
    expect(await screen.findByText('The training could not be loaded.')).toBeTruthy();
    answer(readCategories, {
      onboarding_training: [],
      training: [category()],
      faqs: [],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('These videos could not be loaded.')).toBeTruthy();
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /Video 21/ })).toBeTruthy();
  });

  it('opens at the category in the address, even by an older name [ACC-451]', async () => {
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
    const lookups: string[] = [];
    const link = 'selling-with-financing-2';
    await openTraining({
      training: [video(21)],
      about: { categoryUrl: link },
      search: '?category=how-to-sell-2',
      prepare: () =>
        answer(findCategoryByUrl, ({ url }) => {
          lookups.push(new URL(url).search);
          return {
            categoryUrl: link,
            category: category({ categoryUrl: link }),
          };
        }),
    });
    await waitFor(() => expect(seen.mock.contexts).toContain(document.getElementById(link)));
    expect(lookups).toEqual(['?userId=11&categoryUrl=how-to-sell-2']);
  });

  it('is available to staff on their own account', async () => {
    const { requests } = await openTraining({ session: staff(), training: [video(21)] });
    await screen.findByRole('list', { name: 'Selling with financing' });
    expect(requests[0]).toBe('/materials-category?userId=1');
  });
});

const openQuestions = async () => {
  const view = await openTraining({
    faqs: [
      faq(
        31,
        'How long does a decision take?',
        '<p>Most homeowners see <em>offers</em> within a minute.</p>',
      ),
      faq(32, 'Which projects can be financed?', '<p>Roofs &amp; windows.</p>'),
    ],
  });
  await screen.findByRole('button', { name: 'Which projects can be financed?' });
  const search = screen.getByRole('searchbox');
  const find = async (text: string): Promise<void> => {
    await userEvent.clear(search);
    await userEvent.click(search);
    await userEvent.paste(text);
    await userEvent.keyboard('{Enter}');
  };
  return { ...view, find };
};
const marks = (): string[] =>
  [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);

describe('the questions', () => {
  it('expand to their answers, several at a time, and collapse again [ADM-168]', async () => {
    await openQuestions();
    const [first, second] = [
      'How long does a decision take?',
      'Which projects can be financed?',
    ].map((name) => screen.getByRole('button', { name })) as [HTMLElement, HTMLElement];
    await userEvent.click(first);
    await userEvent.click(second);
    expect(first.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('Roofs & windows.')).toBeTruthy();
    expect(document.querySelector('em')?.textContent).toBe('offers');
    await userEvent.click(first);
    expect(document.querySelector('em')).toBeNull();
  });

  it('can be searched with their answers; matches are marked, and an answer opens if only it has the match', async () => {
    const { find } = await openQuestions();
    await find('Minute offers');
    expect(screen.queryByRole('button', { name: 'Which projects can be financed?' })).toBeNull();
    expect(screen.getByText('1 question')).toBeTruthy();
    expect(marks()).toEqual(['offers', 'minute']);
    await find('projects');
    expect(marks()).toEqual(['projects']);
    expect(screen.queryByText('Roofs & windows.')).toBeNull();
  });

  it('lead to the question form when nothing matches', async () => {
    const { find } = await openQuestions();
    await find('zebra');
    expect(await heading('Nothing found')).toBeTruthy();
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Ask a Question' }).at(-1) as HTMLElement,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Ask a Question' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('Subject').value).toBe('zebra');
  });
});

const openForm = async (session = undefined as Parameters<typeof openTraining>[0]) => {
  const view = await openTraining(session);
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Ask a Question' }))[0] as HTMLElement,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Ask a Question' });
  const question = await within(dialog).findByLabelText<HTMLTextAreaElement>(/Your question/);
  const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'SEND' });
  return { ...view, dialog, question, send };
};

describe('Ask a Question', () => {
  it('can be sent after something is written [ADM-002] [ADM-169] [ADM-175] [ADM-496]', async () => {
    const { question, send } = await openForm();
    const sent = recordCalls(askQuestion);
    expect(send.disabled).toBe(true);
    await userEvent.type(question, '   ');
    expect(send.disabled).toBe(true);
    await userEvent.type(question, 'Where is my flyer?');
    expect(send.disabled).toBe(false);
    await userEvent.click(send);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([
      {
        path: '/materials/ask-question',
        encoding: 'multipart',
        body: { contractorId: '7', userId: '11', question: '   Where is my flyer?', subject: '' },
      },
    ]);
    expect(shownToasts().at(-1)).toMatchObject({
      message: 'Thank You! Your question has been successfully sent!',
      kind: 'success',
    });
  });

  it('keeps the input after a failure, and shows the error [ADM-495]', async () => {
    const { question, send, dialog } = await openForm();
    const keys: (string | null)[] = [];
    answer(askQuestion, ({ headers }) => {
      keys.push(headers.get('idempotency-key'));
      return refusal('unexpected');
    });
    await userEvent.click(question);
    await userEvent.paste('Where is my flyer?');
    await userEvent.click(send);
    const alert = await within(dialog).findByRole('alert');
    expect(alert.textContent).toBe('An unexpected error occurred, please contact support');
    expect(question.value).toBe('Where is my flyer?');
    await userEvent.click(send);
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).toBe(keys[1]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Ask a Question' })[0] as HTMLElement,
    );
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/Your question/)).value).toBe(
      'Where is my flyer?',
    );
  });

  it('is sent for the account that staff are switched into', async () => {
    const { question, send } = await openForm({ session: switchedStaff() });
    const sent = recordCalls(askQuestion);
    await userEvent.click(question);
    await userEvent.paste('For them');
    await userEvent.click(send);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ contractorId: '7', userId: '11' });
  });
});
