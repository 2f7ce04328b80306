import { beforeEach, describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { acceptAgreement, answerQuiz } from '@lintel/contract/contractors/onboarding';
import { serviceAgreement } from '@lintel/contract/contractors/agreement';
import { type Session, readSession, signOut } from '@lintel/contract/identity/sessions';
import { browserPage } from '../../../lib/reload.ts';
import { forgetToasts, shownToasts } from '../../../test/toasts.ts';
import { makeGate } from '../../../test/gate.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { at, answer, refusal } from '../../../test/server.ts';
import { limitedUser, owner, staff, switchedStaff } from '../../../test/sessions.ts';

const both = { needConfirmProviderAgreement: true, needQuiz: true };
const quizTitle = 'Help us learn about your business';
const newcomer = (flags: Partial<Session> = both): Session => owner(undefined, {}, flags);
const modal = (name: string): Promise<HTMLElement> =>
  screen.findByRole('dialog', { name: new RegExp(name) });
const agreement = (): Promise<HTMLElement> => modal(serviceAgreement.title);
const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });
const press = (name: string): Promise<void> => userEvent.click(button(name));
const review = (): Promise<void> =>
  userEvent.click(screen.getByRole('checkbox', { name: /reviewed/ }));
const sidebar = (): HTMLElement | null => screen.queryByRole('navigation', { name: 'Main' });

/** Changes the flags that the server returns. */
const storeFlags = (flags: Partial<Session>): void => answer(readSession, newcomer(flags));

async function openAgreement(flags: Partial<Session> = both) {
  const opened = await openPortal('/', newcomer(flags));
  return { ...opened, dialog: await agreement() };
}

async function openQuiz() {
  const opened = await openPortal('/', newcomer({ needQuiz: true }));
  return { ...opened, dialog: await modal(quizTitle) };
}

const pick = async (question: string, picked: string): Promise<void> => {
  await userEvent.click(
    screen.getByRole('combobox', { name: new RegExp(question.replace('?', '\\?')) }),
  );
  await userEvent.click(await screen.findByRole('option', { name: picked }));
};
const questions = {
  revenue: 'What is your estimated annual business revenue?',
  employees: 'How many employees are in your business?',
  years: 'How many years have you been in business?',
};
const pickAll = async (): Promise<void> => {
  await pick(questions.revenue, '$100K - $1M');
  await pick(questions.employees, '2 - 15');
  await pick(questions.years, '6 - 15');
};

/** Checks that none of the usual ways closes the modal. */
async function staysOpen(name: string): Promise<void> {
  const dialog = await modal(name);
  expect(within(dialog).queryByRole('button', { name: /close/i })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement);
  await userEvent.click(document.querySelector('.mantine-Modal-inner') as HTMLElement);
  expect(await modal(name)).toBe(dialog);
}

beforeEach(() => forgetToasts());

describe('the service agreement modal', () => {
  it('is shown to a contractor user who must accept it, before the questions [MKT-057] [MKT-063]', async () => {
    await openAgreement();
    expect(screen.queryByText(quizTitle)).toBeNull();
    expect(screen.getByText('Step 1 of 2')).toBeTruthy();
    expect(
      screen.getByRole('heading', { level: 1, name: 'Welcome, Priya', hidden: true }),
    ).toBeTruthy();
  });

  it("can't be dismissed [MKT-056]", async () => {
    await openAgreement();
    await staysOpen(serviceAgreement.title);
  });

  it('guarantees a refund [MKT-058]', async () => {
    const { dialog } = await openAgreement();
    expect(dialog.textContent).toMatch(
      /10 applications .*within 30 days .*no loan options?.* refund/,
    );
    const { paragraphs } = serviceAgreement.sections.find(
      ({ heading }) => heading === 'Our guarantee',
    ) ?? { paragraphs: [''] };
    expect(paragraphs[0]).toMatch(/10 applications .*within 30 days .*refund/);
  });

  it('states that the annual subscription renews automatically [MKT-059]', async () => {
    const { dialog } = await openAgreement();
    expect(dialog.textContent).toContain('annual subscription auto-renews');
    expect(dialog.textContent).toContain('annual subscription renews automatically');
  });

  it('names the provider in the text, and leaves no placeholder unfilled', async () => {
    const { dialog } = await openAgreement();
    expect(dialog.textContent).toContain('This agreement is between Lintel');
    expect(dialog.textContent).not.toMatch(/[{}]/);
    expect(dialog.textContent).toContain(`Version ${serviceAgreement.version}`);
  });

  it('can be accepted only after confirming the review [MKT-060]', async () => {
    await openAgreement();
    expect(button('Accept').disabled).toBe(true);
    await review();
    expect(button('Accept').disabled).toBe(false);
    await review();
    expect(button('Accept').disabled).toBe(true);
  });

  it('shows the support contact, by e-mail and by phone [MKT-061]', async () => {
    const { dialog } = await openAgreement();
    const note = within(dialog).getByText(/^Questions\?/);
    expect(within(note).getByRole('link', { name: 'support@lintel.example' })).toBeTruthy();
    expect(within(note).getByRole('link', { name: '(800) 555-0142' }).getAttribute('href')).toBe(
      'tel:8005550142',
    );
  });

  it('traps the keyboard focus, and its text scrolls by keyboard', async () => {
    const { dialog } = await openAgreement();
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    expect(within(dialog).getByRole('region', { name: 'Agreement text' }).tabIndex).toBe(0);
    for (let count = 0; count < 12; count += 1) {
      await userEvent.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
  });

  it('can be printed or saved by the browser', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    await openAgreement();
    await press('Print or save');
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it('lets a user who disagrees log out', async () => {
    const { router } = await openAgreement();
    answer(signOut, { message: 'Signed out' });
    await press('Log out');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('is hidden from staff switched into the account [MKT-195]', async () => {
    await openPortal('/refer', switchedStaff(undefined, both));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sidebar()).toBeTruthy();
  });

  it('is hidden from a user who is not a contractor user [MKT-196]', async () => {
    await openPortal('/', { ...staff(), ...both });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sidebar()).toBeTruthy();
  });
});

describe('accepting the agreement', () => {
  it('sends the version, confirms it for 5 seconds, and continues to the questions [MKT-132] [MKT-204] [MKT-243] [MKT-252]', async () => {
    await openAgreement();
    const sent: string[] = [];
    const gate = makeGate();
    answer(acceptAgreement, async (request) => {
      sent.push(await request.text());
      await gate.opened;
      storeFlags({ needQuiz: true });
      return { message: 'Thank you for accepting' };
    });
    await review();
    await press('Accept');
    await waitFor(() => expect(button('Accept').getAttribute('data-loading')).toBe('true'));
    gate.open();
    expect(await modal(quizTitle)).toBeTruthy();
    expect(sent).toEqual([`version=${serviceAgreement.version}`]);
    expect(shownToasts()).toMatchObject([
      { message: 'Thank you for accepting', kind: 'success', life: 5000 },
    ]);
    expect(screen.queryByText(serviceAgreement.title)).toBeNull();
  });

  it('opens the portal if the questions were answered before', async () => {
    await openAgreement({ needConfirmProviderAgreement: true });
    expect(screen.queryByText(/^Step/)).toBeNull();
    answer(acceptAgreement, () => {
      storeFlags({});
      return { message: 'Success' };
    });
    await review();
    await press('Accept');
    expect(await screen.findByRole('heading', { name: 'Hello, Priya' })).toBeTruthy();
    expect(sidebar()).toBeTruthy();
  });

  it('shows the server’s message for 5 seconds when the response has an error, and allows a retry [MKT-242] [MKT-252]', async () => {
    await openAgreement();
    answer(acceptAgreement, { error: 'not_now', message: 'Please try later' });
    await review();
    await press('Accept');
    await waitFor(() =>
      expect(shownToasts()).toMatchObject([
        { message: 'Please try later', kind: 'danger', life: 5000 },
      ]),
    );
    await waitFor(() => expect(button('Accept').disabled).toBe(false));
  });

  it('shows the message of a rejection once, for 5 seconds [MKT-242]', async () => {
    await openAgreement();
    answer(acceptAgreement, () => refusal('unexpected'));
    await review();
    await press('Accept');
    await waitFor(() =>
      expect(shownToasts()).toMatchObject([
        { message: 'Something wrong', kind: 'danger', life: 5000 },
      ]),
    );
    expect(shownToasts()).toHaveLength(1);
  });

  it('requires a review of the current text if it changed in the meantime', async () => {
    await openAgreement();
    const reload = vi.spyOn(browserPage, 'reload').mockReturnValue(undefined);
    answer(acceptAgreement, () => refusal('conflict'));
    await review();
    await press('Accept');
    expect(
      (await screen.findByText(/was updated while you were reading/)).parentElement?.getAttribute(
        'role',
      ),
    ).toBe('alert');
    expect(button('Accept').disabled).toBe(true);
    await press('Show the current text');
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('the quiz modal', () => {
  it('has questions about the business, under its title [MKT-064]', async () => {
    await openQuiz();
    expect(screen.getByRole('dialog', { name: new RegExp(quizTitle) })).toBeTruthy();
    expect(screen.getByText('Step 2 of 2')).toBeTruthy();
  });

  it("can't be dismissed [MKT-062]", async () => {
    await openQuiz();
    await staysOpen(quizTitle);
  });

  it('has a prompt to select each answer [MKT-065]', async () => {
    await openQuiz();
    const selects = screen.getAllByRole('combobox');
    expect(selects.map((select) => select.getAttribute('placeholder'))).toEqual(
      Array(3).fill('Please Select'),
    );
  });

  const offers =
    (index: number, question: string, answers: string[]) => async (): Promise<void> => {
      await openQuiz();
      const select = screen.getAllByRole('combobox')[index] as HTMLElement;
      expect(screen.getByRole('combobox', { name: new RegExp(question.replace('?', '\\?')) })).toBe(
        select,
      );
      await userEvent.click(select);
      await screen.findByRole('option', { name: answers[0] as string });
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(answers);
    };
  it(
    'has the revenue first [MKT-066]',
    offers(0, questions.revenue, [
      'Less than $100K',
      '$100K - $1M',
      '$1M - $10M',
      'More than $10M',
    ]),
  );
  it(
    'has the number of employees next [MKT-067]',
    offers(1, questions.employees, ['Self - 1', '2 - 15', '16 - 25', '26 - 50', 'More than 50']),
  );
  it(
    'has the years in business last [MKT-068]',
    offers(2, questions.years, ['Less than 1', '2 - 5', '6 - 15', 'More than 15']),
  );

  it('can be submitted only with all three answers [MKT-069]', async () => {
    await openQuiz();
    expect(button('Submit').disabled).toBe(true);
    await pick(questions.revenue, 'Less than $100K');
    await pick(questions.employees, 'Self - 1');
    expect(button('Submit').disabled).toBe(true);
    await pick(questions.years, 'More than 15');
    expect(button('Submit').disabled).toBe(false);
  });

  it('sends questions and answers, confirms it for 5 seconds, and opens the portal [MKT-133] [MKT-134] [MKT-205] [MKT-245] [MKT-253]', async () => {
    await openQuiz();
    expect(sidebar()).toBeNull();
    const sent: { type: string; contractorId: unknown; quiz: unknown }[] = [];
    answer(at(answerQuiz, { id: 7 }), async (request) => {
      const form = await request.clone().formData();
      const type = request.headers.get('content-type') ?? '';
      sent.push({
        type,
        contractorId: form.get('contractorId'),
        quiz: JSON.parse(String(form.get('quiz'))),
      });
      storeFlags({});
      return { message: 'Thank you for your answers' };
    });
    await pickAll();
    await press('Submit');
    expect(await screen.findByRole('heading', { name: 'Hello, Priya' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sidebar()).toBeTruthy();
    expect(sent).toMatchObject([
      {
        type: expect.stringMatching(/^multipart\/form-data/),
        contractorId: '7',
        quiz: [
          { question: questions.revenue, answer: '$100K - $1M' },
          { question: questions.employees, answer: '2 - 15' },
          { question: questions.years, answer: '6 - 15' },
        ],
      },
    ]);
    expect(shownToasts()).toMatchObject([
      { message: 'Thank you for your answers', kind: 'success', life: 5000 },
    ]);
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  });

  it('shows the server’s message for 5 seconds when the response has an error, and keeps the answers [MKT-244] [MKT-253]', async () => {
    await openQuiz();
    answer(at(answerQuiz, { id: 7 }), { error: 'not_now', message: 'Please try later' });
    await pickAll();
    await press('Submit');
    await waitFor(() =>
      expect(shownToasts()).toMatchObject([
        { message: 'Please try later', kind: 'danger', life: 5000 },
      ]),
    );
    await waitFor(() => expect(button('Submit').disabled).toBe(false));
    expect(screen.getAllByRole<HTMLInputElement>('combobox').at(-1)?.value).toBe('6 - 15');
  });

  it('shows the message of a rejection [MKT-244]', async () => {
    await openQuiz();
    answer(at(answerQuiz, { id: 7 }), () => refusal('not_found'));
    await pickAll();
    await press('Submit');
    await waitFor(() =>
      expect(shownToasts()).toMatchObject([
        { message: 'This does not exist or is not yours.', kind: 'danger' },
      ]),
    );
  });

  it('is hidden from staff switched into the account [MKT-197]', async () => {
    await openPortal('/refer', switchedStaff(undefined, { needQuiz: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is hidden from a user who is not a contractor user [MKT-198]', async () => {
    await openPortal('/', { ...staff(), needQuiz: true });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a team user with Limited access', () => {
  it("doesn't have to accept or answer anything for the company", async () => {
    await openPortal('/', limitedUser(both));
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Priya' })).toBeTruthy();
    expect(sidebar()).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a quiz that a coworker has already answered', () => {
  it('shows a note and opens the portal', async () => {
    await openQuiz();
    await pickAll();
    answer(answerQuiz, () => refusal('conflict'));
    storeFlags({});
    await press('Submit');
    await waitFor(() => expect(sidebar()).toBeTruthy());
    expect(shownToasts()).toMatchObject([{ kind: 'danger' }]);
  });
});
