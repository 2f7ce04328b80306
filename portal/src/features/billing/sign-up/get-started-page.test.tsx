import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  signUp,
  readSignUp,
  readSignUpPlans,
  openSignUpLink,
  confirmSignUp,
} from '@lintel/contract/billing/sign-up';
import { button, input, press } from '../../../test/forms.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { answer, refusal, lostConnection, type Reply } from '../../../test/server.ts';
import { openSignUp, signUpStatus, typeCard, typeCompany } from '../../../test/sign-up.ts';
import { externalRedirect } from '../payments/external-redirect.ts';
import { signUpTab } from './sign-up-tab.ts';

interface Sent {
  key: string | null;
  body: Record<string, unknown>;
}

/** Answers the sign-up with each reply in turn, repeats the last one, and collects the requests. */
function recordSignUps(...replies: (() => Reply<typeof signUp> | Promise<Response>)[]): Sent[] {
  const all: Sent[] = [];
  answer(signUp, async (request) => {
    all.push({
      key: request.headers.get('idempotency-key'),
      body: (await request.json()) as Record<string, unknown>,
    });
    return (replies[all.length - 1] ?? replies.at(-1))?.() ?? { message: 'ok' };
  });
  return all;
}

const done = () => ({ message: 'Your payment has been completed successfully' });
const declined = (): Response => refusal('payment_failed', 'The card was declined.');
const order = () => within(screen.getByRole('region', { name: 'Your order' }));
const plan = (name: string): HTMLInputElement => screen.getByRole('radio', { name });
const payButton = 'Pay $99.00 and get started';

describe('the sign-up page', () => {
  it('shows the amounts due today and later for the chosen plan', async () => {
    await openSignUp();
    expect(await screen.findByRole('heading', { level: 1, name: /^Get started/ })).toBeTruthy();
    expect(plan('Pro').checked).toBe(true);
    expect(order().getByText('$99.00')).toBeTruthy();
    expect(
      order().getByText(/Then 11 payments of \$99\.00, the first on Dec 21, 2026/),
    ).toBeTruthy();
    await userEvent.click(plan('Self-service'));
    expect(button('Pay $299.00 and get started')).toBeTruthy();
    expect(order().getByText(/Nothing else is due this year/)).toBeTruthy();
  });

  it('says so until the provider lets new contractors in', async () => {
    answer(readSignUpPlans, () =>
      refusal('not_open', 'HomeFund isn’t open for new contractors yet.'),
    );
    await openPortal('/get-started', null);
    expect(await screen.findByRole('heading', { level: 1, name: 'Not open yet' })).toBeTruthy();
    expect(screen.getByText('HomeFund isn’t open for new contractors yet.')).toBeTruthy();
  });

  it('requires no card for a free plan', async () => {
    await openSignUp();
    await userEvent.click(await screen.findByRole('radio', { name: 'Free' }));
    expect(screen.queryByLabelText(/^Card number/)).toBeNull();
    await typeCompany();
    const sent = recordSignUps(done);
    answer(readSignUp, signUpStatus({ planName: 'Free' }));
    await press('Get started for free');
    expect(await screen.findByRole('heading', { name: 'Welcome, Vale Roofing' })).toBeTruthy();
    expect(sent[0]?.body).toMatchObject({ planId: 1, dueToday: 0 });
    expect(sent[0]?.body).not.toHaveProperty('card');
  });

  it('opens with the plan in the address', async () => {
    await openSignUp('?plan=2');
    await screen.findByRole('region', { name: 'Your order' });
    expect(plan('Self-service').checked).toBe(true);
  });

  it('marks missing fields and sends nothing', async () => {
    await openSignUp();
    await screen.findByRole('region', { name: 'Your order' });
    const sent = recordSignUps(done);
    await press(payButton);
    await waitFor(() => expect(document.activeElement).toBe(input('Company name')));
    expect(input('Card number').getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });
});

describe('a referral code', () => {
  it('is filled in from the address, shows its owner, and takes 10% off the first year [ACC-008]', async () => {
    await openSignUp('?ref=AB12CD34');
    expect(await screen.findByText('Summit Roofing')).toBeTruthy();
    expect(input('Referral code').value).toBe('AB12CD34');
    expect(order().getByText('$89.10')).toBeTruthy();
    expect(order().getByText('−$118.80')).toBeTruthy();
  });

  it('that is unknown is marked', async () => {
    await openSignUp();
    await screen.findByRole('region', { name: 'Your order' });
    await userEvent.type(input('Referral code'), 'NOBODY00');
    expect(await screen.findByText("We don't recognize this referral code.")).toBeTruthy();
    expect(order().getByText('$99.00')).toBeTruthy();
  });
});

const draft = {
  planId: 3,
  firstName: 'Nora',
  lastName: 'Vale',
  email: 'nora@vale.example',
  phone: '3035550199',
  companyName: 'Vale Roofing',
  companyAddress: '1 Main Street',
  websiteUrl: '',
  referralCode: '',
};

describe('signing up', () => {
  const ready = async (): Promise<void> => {
    await openSignUp('', () => {
      signUpTab.forget();
      signUpTab.storeDraft(draft);
    });
    await screen.findByRole('region', { name: 'Your order' });
    await typeCard();
  };

  it('ends with the next steps', async () => {
    await ready();
    const sent = recordSignUps(done);
    answer(readSignUp, signUpStatus());
    await press(payButton);
    const heading = await screen.findByRole('heading', { name: 'Welcome, Vale Roofing' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText(/We'll set up your account and send/)).toBeTruthy();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({
      planId: 3,
      email: 'nora@vale.example',
      phone: '3035550199',
      dueToday: 99,
      card: {
        number: '4242424242424242',
        expiration: '12/44',
        cvc: '123',
        name: 'Nora Vale',
        address_zip: '80202',
      },
    });
  });

  it('keeps the input when the card is declined, and the next attempt is another call of the same sign-up', async () => {
    await ready();
    const sent = recordSignUps(declined, done);
    await press(payButton);
    expect((await screen.findByRole('alert')).textContent).toBe('The card was declined.');
    expect([input('Company name').value, input('Card number').value, input('CVC').value]).toEqual([
      'Vale Roofing',
      '4242 4242 4242 4242',
      '123',
    ]);
    answer(readSignUp, signUpStatus());
    await press(payButton);
    await screen.findByRole('heading', { name: 'Welcome, Vale Roofing' });
    expect(sent[0]?.body['token']).toBe(sent[1]?.body['token']);
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  it('resends the same call after a lost response', async () => {
    await ready();
    const sent = recordSignUps(lostConnection, done);
    answer(readSignUp, () => refusal('not_found'));
    await press(payButton);
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
    answer(readSignUp, signUpStatus());
    await press(payButton);
    await screen.findByRole('heading', { name: 'Welcome, Vale Roofing' });
    expect(sent[0]?.key).toBe(sent[1]?.key);
    expect(sent[0]?.body).toEqual(sent[1]?.body);
  });

  it('uses a new key automatically when the input changed after a lost response', async () => {
    await ready();
    const sent = recordSignUps(() => refusal('idempotency_mismatch'), done);
    answer(readSignUp, signUpStatus());
    await press(payButton);
    await screen.findByRole('heading', { name: 'Welcome, Vale Roofing' });
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  it('offers to sign in when the e-mail has an account', async () => {
    await ready();
    recordSignUps(() =>
      refusal('email_already_used', {
        email: 'This e-mail is already registered. Please sign in.',
      }),
    );
    await press(payButton);
    expect(
      await screen.findByText('This e-mail is already registered. Please sign in.'),
    ).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Sign in with this e-mail' });
    expect(link.getAttribute('href')).toBe('/login?email=nora%40vale.example');
  });

  it('marks the card field that the payment provider names', async () => {
    await ready();
    recordSignUps(() => refusal('invalid', { 'card.cvc': 'The security code is wrong.' }));
    await press(payButton);
    expect(await screen.findByText('The security code is wrong.')).toBeTruthy();
    expect(document.activeElement).toBe(input('CVC'));
  });

  it('redirects to the bank when it requires the cardholder', async () => {
    const leave = vi.spyOn(externalRedirect, 'to').mockImplementation(() => undefined);
    await ready();
    recordSignUps(() => ({ message: 'Please confirm', redirectUrl: 'https://bank.test/confirm' }));
    await press(payButton);
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://bank.test/confirm'));
  });

  it('never stores the card in the tab', async () => {
    await ready();
    recordSignUps(declined);
    await press(payButton);
    await screen.findByRole('alert');
    const kept = window.sessionStorage.getItem('sign-up') ?? '';
    expect(kept).toContain('Vale Roofing');
    expect(kept).not.toContain('4242');
  });
});

describe('a known e-mail', () => {
  const waiting = signUpStatus({ state: 'waiting', companyName: '', planName: '' });
  const linkSent = () => ({ message: 'We sent a link', linkSent: true as const });
  const sendKnown = async (): Promise<Sent[]> => {
    await openSignUp('?plan=1', () => {
      signUpTab.forget();
      signUpTab.storeDraft({ ...draft, planId: 1 });
    });
    await screen.findByRole('region', { name: 'Your order' });
    const sent = recordSignUps(linkSent);
    answer(readSignUp, waiting);
    await press('Get started for free');
    await screen.findByRole('heading', { name: 'Check your e-mail' });
    return sent;
  };

  it('requires opening the link that was sent there, and the form keeps the input', async () => {
    const sent = await sendKnown();
    expect(screen.getByText(/We sent a link to/).textContent).toContain(
      'nora@vale.example. Open it to continue.',
    );
    await press('Back to the form');
    expect(input('Company name').value).toBe('Vale Roofing');
    await press('Get started for free');
    await screen.findByRole('heading', { name: 'Check your e-mail' });
    expect(sent[1]?.body['token']).toBe(sent[0]?.body['token']);
  });

  it('starts another sign-up when it is changed', async () => {
    const sent = await sendKnown();
    await press('Back to the form');
    await userEvent.clear(input('E-mail'));
    await userEvent.type(input('E-mail'), 'other@vale.example');
    await press('Get started for free');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body['email']).toBe('other@vale.example');
    expect(sent[1]?.body['token']).not.toBe(sent[0]?.body['token']);
  });

  const openIn = async (kept: typeof draft | null, before = (): void => undefined) => {
    const opened: Record<string, unknown>[] = [];
    answer(openSignUpLink, async (request) => {
      opened.push((await request.json()) as Record<string, unknown>);
      return {
        message: 'Your e-mail is confirmed',
        email: draft.email,
        draft: kept,
      };
    });
    answer(readSignUp, signUpStatus({ state: 'open', companyName: '', planName: '' }));
    await openSignUp('?m=the-secret-of-the-link', before);
    expect(
      await screen.findByText(/Someone requested this link with your e-mail address/),
    ).toBeTruthy();
    expect(opened).toEqual([]);
    await press('Continue');
    await screen.findByRole('region', { name: 'Your order' });
    return opened;
  };

  it('continues by its link in another tab of the same browser, with the input', async () => {
    const sent = await sendKnown();
    const opened = await openIn(draft, signUpTab.forget);
    expect([input('Company name').value, input('E-mail').value, plan('Pro').checked]).toEqual([
      'Vale Roofing',
      'nora@vale.example',
      true,
    ]);
    const askedBy = sent[0]?.body['token'];
    const { token } = signUpTab.read();
    expect(opened).toEqual([{ m: 'the-secret-of-the-link', token, askedBy }]);
    expect(token).not.toBe(askedBy);
  });

  it('continues by its link elsewhere with the e-mail only', async () => {
    const opened = await openIn(null, () => {
      signUpTab.forget();
      localStorage.clear();
    });
    expect([input('Company name').value, input('E-mail').value]).toEqual(['', 'nora@vale.example']);
    expect(opened).toEqual([{ m: 'the-secret-of-the-link', token: signUpTab.read().token }]);
  });

  it('can start over when its link was already used', async () => {
    answer(openSignUpLink, () => refusal('invalid_link'));
    await openSignUp('?m=used');
    await press('Continue');
    await screen.findByRole('heading', { name: 'This link no longer works' });
    await press('Start again');
    expect(await screen.findByRole('region', { name: 'Your order' })).toBeTruthy();
  });

  it('shows that its link was opened in another window', async () => {
    await sendKnown();
    answer(readSignUp, signUpStatus({ state: 'ended', companyName: '', planName: '' }));
    const goesOn = { name: 'Your sign-up continues in another window' };
    expect(await screen.findByRole('heading', goesOn, { timeout: 20_000 })).toBeTruthy();
  }, 30_000);
});

describe('coming back', () => {
  const sentBefore = (): void => {
    signUpTab.forget();
    signUpTab.storeDraft({ ...draft, planId: 2 });
    signUpTab.beginCall(draft.email);
    signUpTab.endCall();
  };

  it("from the bank loads the payment's outcome and shows the result", async () => {
    const confirmed = vi.fn<() => void>();
    answer(confirmSignUp, () => {
      confirmed();
      return signUpStatus({ accountMade: true });
    });
    await openSignUp('?payment_intent=pi_1', sentBefore);
    expect(await screen.findByRole('heading', { name: 'Welcome, Vale Roofing' })).toBeTruthy();
    expect(screen.getByText(/choose your password/)).toBeTruthy();
    expect(confirmed).toHaveBeenCalledTimes(1);
  });

  it('from the bank after a failure shows why and keeps the input except the card', async () => {
    answer(confirmSignUp, signUpStatus({ state: 'open', failureMessage: 'The bank said no.' }));
    await openSignUp('?payment_intent=pi_1', sentBefore);
    expect((await screen.findByRole('alert')).textContent).toBe('The bank said no.');
    expect([input('Company name').value, input('Card number').value]).toEqual(['Vale Roofing', '']);
    expect(plan('Self-service').checked).toBe(true);
  });

  it('by a reload after completion shows the result again, and another company can sign up', async () => {
    answer(readSignUp, signUpStatus());
    await openSignUp('', sentBefore);
    await screen.findByRole('heading', { name: 'Welcome, Vale Roofing' });
    await press('Sign up another company');
    expect((await screen.findByRole('region', { name: 'Your order' })).textContent).toContain(
      'Due today',
    );
    expect(input('Company name').value).toBe('');
  });

  it('during a payment waits for its result', async () => {
    answer(readSignUp, signUpStatus({ state: 'processing' }));
    await openSignUp('', sentBefore);
    expect(
      await screen.findByRole('heading', { name: 'We are confirming your payment' }),
    ).toBeTruthy();
    answer(readSignUp, signUpStatus());
    expect(
      await screen.findByRole('heading', { name: 'Welcome, Vale Roofing' }, { timeout: 6000 }),
    ).toBeTruthy();
  }, 10_000);

  it('from the bank in another browser shows that the payment is confirmed elsewhere', async () => {
    await openSignUp('?payment_intent=pi_1');
    expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeTruthy();
  });
});

it('the sign-in page links to the sign-up', async () => {
  const { openPortal } = await import('../../../test/render-portal.tsx');
  await openPortal('/login', null);
  expect(screen.getByRole('link', { name: 'Get started' }).getAttribute('href')).toBe(
    '/get-started',
  );
});
