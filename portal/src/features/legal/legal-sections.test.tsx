import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { languageNames, type Language } from '@lintel/contract/core/language';
import { readProvider, saveProvider, type StoredProvider } from '@lintel/contract/legal/provider';
import {
  listLegalTexts,
  listLegalVersions,
  publishLegalText,
  type LegalVersion,
} from '@lintel/contract/legal/texts';
import { answer } from '../../test/server.ts';
import { openSettingsScreen, settingsSection } from '../../test/settings.ts';

vi.setConfig({ testTimeout: 30_000 });

const version = (
  number: number,
  state: LegalVersion['state'],
  texts: Record<Language, string>,
): LegalVersion => ({
  kind: 'privacy',
  version: number,
  state,
  effectiveFrom: `2026-0${Math.min(number, 9)}-01`,
  effectiveAt: '2026-01-01T05:00:00.000Z',
  publishedAt: '2026-01-01T05:00:00.000Z',
  publishedBy: number === 1 ? '' : 'dana@demo.test',
  texts: {
    en: { text: texts.en, hash: 'a'.repeat(64) },
    es: { text: texts.es, hash: 'b'.repeat(64) },
  },
});
const first = version(1, 'past', {
  en: '# Privacy\n\nWe keep it for 24 months.',
  es: '# Privacidad\n\nLo guardamos 24 meses.',
});
const second = version(2, 'current', {
  en: '# Privacy\n\nWe keep it for 36 months.',
  es: '# Privacidad\n\nLo guardamos 24 meses.',
});
const provider: StoredProvider = {
  provider: {
    legalName: 'Lintel, Inc.',
    address: '1 Main Street, Denver, CO 80202',
    nmlsId: '',
    licenses: [{ state: 'CO', number: 'L-1', name: 'Loan Broker License' }],
    lenders: [],
  },
  userName: 'Dana Whitfield',
  email: 'dana@demo.test',
  lastEdit: '2026-03-04T18:00:00.000Z',
};

/** Opens Settings with both sections; `versions` are pages of the privacy notice's history. */
const open = (
  held?: readonly string[],
  { versions = [[second, first]] }: { versions?: LegalVersion[][] } = {},
) =>
  openSettingsScreen(held, () => {
    answer(listLegalTexts, {
      today: '2026-03-05',
      data: [{ kind: 'privacy', current: second, planned: null, latest: 2 }],
    });
    answer(listLegalVersions, (request) => {
      const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
      return { data: versions[page - 1] ?? [], total: versions.flat().length };
    });
    answer(readProvider, provider);
  });
const marked = (tag: 'ins' | 'del'): (string | null)[] =>
  [...document.querySelectorAll(tag)].map(({ textContent }) => textContent);

describe('Legal texts', () => {
  it('shows the current version, and requires the right to change settings to publish', async () => {
    await open([]);
    const texts = await settingsSection('Legal texts');
    expect(await texts.findByText(/Version 2, shown since .* \(dana@demo\.test\)/)).toBeTruthy();
    expect(texts.getByRole('button', { name: 'All versions of Privacy notice' })).toBeTruthy();
    expect(texts.queryByRole('button', { name: 'New version of Privacy notice' })).toBeNull();
  });

  it('shows the changes from one version to the next in each language', async () => {
    await open();
    const texts = await settingsSection('Legal texts');
    await userEvent.click(
      await texts.findByRole('button', { name: 'All versions of Privacy notice' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Privacy notice' }));
    expect(await dialog.findByText('We keep it for 36 months.')).toBeTruthy();
    expect([marked('ins'), marked('del')]).toEqual([[], []]);
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Show what changed' }));
    expect(await dialog.findByText(/^Compared with version 1/)).toBeTruthy();
    expect([marked('del'), marked('ins')]).toEqual([['24'], ['36']]);
    // The first version has no predecessor and is shown in full.
    expect(dialog.getByText('We keep it for 24 months.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: languageNames.es }));
    expect(await dialog.findByText('Same text as version 1.')).toBeTruthy();
    expect([marked('ins'), marked('del')]).toEqual([[], []]);
  });

  it('compares the last version of a page with the first one on the next page', async () => {
    const later = Array.from({ length: 10 }, (_, index) =>
      version(11 - index, index === 0 ? 'current' : 'past', {
        en: `# Privacy\n\nWe keep it for ${11 - index} years.`,
        es: '# Privacidad\n\nLo guardamos.',
      }),
    );
    await open(undefined, { versions: [later, [first]] });
    const texts = await settingsSection('Legal texts');
    await userEvent.click(
      await texts.findByRole('button', { name: 'All versions of Privacy notice' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Privacy notice' }));
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'Show what changed' }));
    expect(await dialog.findByText(/^Compared with version 1:/)).toBeTruthy();
  });

  it('publishes a new version in both languages after confirmation, based on the newest one', async () => {
    await open();
    const sent = vi.fn();
    answer(publishLegalText, async (request) => {
      sent(await request.json());
      return { message: 'Published', version: { ...second, version: 3 } };
    });
    const texts = await settingsSection('Legal texts');
    await userEvent.click(
      await texts.findByRole('button', { name: 'New version of Privacy notice' }),
    );
    const english = await screen.findByRole('textbox', { name: 'English' });
    await userEvent.type(english, ' Always.');
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    const question = within(await screen.findByRole('dialog', { name: 'Publish this version?' }));
    expect(sent).not.toHaveBeenCalled();
    await userEvent.click(question.getByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith({
        en: `${second.texts.en?.text} Always.`,
        es: second.texts.es?.text,
        effectiveFrom: '2026-03-05',
        basedOn: 2,
      }),
    );
    expect(await screen.findByText('Version 3 is published.')).toBeTruthy();
  });
});

describe('Licenses and lenders', () => {
  it('shows the public details, lists missing ones, and requires the right to change settings to edit', async () => {
    await open([]);
    const section = await settingsSection('Licenses and lenders');
    expect(
      await section.findByText('Please enter: the NMLS ID, the list of lenders.'),
    ).toBeTruthy();
    expect(section.getByText('Colorado: Loan Broker License L-1')).toBeTruthy();
    expect(section.getByText(/^Last updated: dana@demo\.test/)).toBeTruthy();
    expect(section.queryByRole('button', { name: 'Edit Licenses and lenders' })).toBeNull();
  });

  it('saves the edits with the version the editor started from', async () => {
    await open();
    const sent = vi.fn();
    answer(saveProvider, async (request) => {
      sent(await request.json());
      return { message: 'Saved', settings: provider };
    });
    const section = await settingsSection('Licenses and lenders');
    await userEvent.click(
      await section.findByRole('button', { name: 'Edit Licenses and lenders' }),
    );
    const form = within(await section.findByRole('form', { name: 'Edit Licenses and lenders' }));
    await userEvent.type(form.getByRole('textbox', { name: 'NMLS ID' }), '123456');
    await userEvent.click(form.getByRole('button', { name: 'Add a lender' }));
    await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Keystone Home Credit');
    const served = form.getByRole('combobox', { name: 'States served' });
    expect(served.getAttribute('placeholder')).toBe('All states');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toEqual({
      provider: {
        ...provider.provider,
        nmlsId: '123456',
        lenders: [{ name: 'Keystone Home Credit', nmlsId: '', website: '', states: [] }],
      },
      lastEdit: provider.lastEdit,
    });
  });
});
