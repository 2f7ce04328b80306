import { describe, expect, it, vi } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EditorView } from '@codemirror/view';
import { createTemplate, updateTemplate, listTemplates } from '@lintel/contract/emails/templates';
import {
  previewTemplate,
  sendTest,
  listVersions,
  restoreVersion,
} from '@lintel/contract/emails/queue';
import { shownToasts } from '../../test/toasts.ts';
import {
  recordBodies,
  mailStaff,
  openEmails,
  readOptions,
  previewAnswer,
  template,
  version,
} from '../../test/emails.ts';
import { at, answer, refusal, lostConnection } from '../../test/server.ts';

vi.setConfig({ testTimeout: 20_000 });

type Mode = 'new' | 'edit';
const titles = { new: 'Create E-mail template', edit: 'Edit E-mail template' };
const openers = { new: 'ADD TEMPLATE', edit: 'Edit template 41' };
const lastToast = () => shownToasts().at(-1);

const open = async (mode: Mode) => {
  await openEmails(mailStaff('templates', 'changes'));
  await userEvent.click(await screen.findByRole('button', { name: openers[mode] }));
  const dialog = await screen.findByRole('dialog', { name: titles[mode] });
  await within(dialog).findByRole('textbox', { name: 'Body' }, { timeout: 4000 });
  return within(dialog);
};
type Modal = Awaited<ReturnType<typeof open>>;

const input = (modal: Modal, name: string): HTMLInputElement =>
  modal.getByRole('textbox', { name });
const editor = (modal: Modal): EditorView => {
  const found = EditorView.findFromDOM(modal.getByRole('textbox', { name: 'Body' }));
  if (found === null) throw new Error('There is no editor');
  return found;
};
const writeBody = (modal: Modal, insert: string): void =>
  act(() =>
    editor(modal).dispatch({ changes: { from: 0, to: editor(modal).state.doc.length, insert } }),
  );
const put = async (modal: Modal, name: string, text: string): Promise<void> => {
  await userEvent.clear(input(modal, name));
  await userEvent.click(input(modal, name));
  await userEvent.paste(text);
};
const openChoice = async (modal: Modal, name: string): Promise<HTMLElement[]> => {
  const choice = modal.getByRole('combobox', { name });
  await userEvent.click(choice);
  await waitFor(() => expect(readOptions(choice)).not.toEqual([]));
  return readOptions(choice);
};
const choose = async (modal: Modal, name: string, wanted: string): Promise<void> => {
  const option = (await openChoice(modal, name)).find(({ textContent }) => textContent === wanted);
  await userEvent.click(option ?? document.body);
};
const save = (modal: Modal, name = 'Update'): Promise<void> =>
  userEvent.click(modal.getByRole('button', { name }));

describe('the form of a new template', () => {
  it('is titled Create E-mail template and has the buttons Cancel and Add [ADM-088] [ADM-090]', async () => {
    const modal = await open('new');
    expect(modal.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(modal.getByRole('button', { name: 'Add' })).toBeTruthy();
    expect(modal.queryByRole('button', { name: 'Versions' })).toBeNull();
    await userEvent.click(modal.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('requires subject, sender, receiver, body, type, and event [ADM-282] [ADM-284] [ADM-287] [ADM-290] [ADM-292] [ADM-295]', async () => {
    const modal = await open('new');
    await save(modal, 'Add');
    await waitFor(() => expect(modal.getAllByText('This field is required.')).toHaveLength(6));
    for (const name of ['Subject', 'From', 'To', 'Body'])
      expect(input(modal, name).getAttribute('aria-invalid')).toBe('true');
    for (const name of ['Type', 'Used for']) {
      expect(modal.getByRole('combobox', { name }).getAttribute('aria-invalid')).toBe('true');
    }
    for (const name of ['BCC', 'Description'])
      expect(input(modal, name).getAttribute('aria-invalid')).not.toBe('true');
  });

  it('offers the types, the free events, and the categories [ADM-292] [ADM-293] [ADM-294] [ADM-425] [ADM-426]', async () => {
    const modal = await open('new');
    const fieldTexts = async (name: string) =>
      (await openChoice(modal, name)).map(({ textContent }) => textContent);
    expect(await fieldTexts('Type')).toEqual(['Internal', 'Common']);
    expect(await fieldTexts('Used for')).toEqual(['spring-offer']);
    expect(await fieldTexts('Category')).toEqual(['Account']);
  });

  it('sends its values form-encoded [ADM-423] [ADM-297] [ADM-289] [ADM-293]', async () => {
    const modal = await open('new');
    const bodies = recordBodies(createTemplate, {
      message: 'Success',
      template: template(),
    });
    await choose(modal, 'Type', 'Common');
    await choose(modal, 'Used for', 'spring-offer');
    await put(modal, 'Subject', 'Spring offer');
    await put(modal, 'From', 'hello@lintel.example');
    await put(modal, 'To', '{{ user.email }}');
    writeBody(modal, '\n<p>Hello  there</p>\n\n');
    await userEvent.click(modal.getByRole('checkbox', { name: 'Unsubscribe' }));
    await userEvent.click(modal.getByRole('checkbox', { name: 'Enabled' }));
    await save(modal, 'Add');
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(Object.fromEntries(bodies[0] ?? [])).toEqual({
      type: '1',
      usedFor: '9',
      subject: 'Spring offer',
      from: 'hello@lintel.example',
      to: '{{ user.email }}',
      bcc: '',
      body: '<p>Hello  there</p>',
      description: '',
      enabled: 'true',
      unsubscribe: 'true',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the form of an existing template', () => {
  it('is titled Edit E-mail template and has the buttons Cancel and Update [ADM-089] [ADM-091]', async () => {
    const modal = await open('edit');
    expect(modal.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(modal.getByRole('button', { name: 'Update' })).toBeTruthy();
  });

  it('keeps the event, and sends the loaded version [ADM-294] [ADM-424]', async () => {
    const modal = await open('edit');
    expect(modal.queryByRole('combobox', { name: 'Used for' })).toBeNull();
    const bodies = recordBodies(at(updateTemplate, { id: 41 }), {
      message: 'Success',
      template: template(),
    });
    await put(modal, 'Subject', 'Hello');
    await save(modal);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(Object.fromEntries(bodies[0] ?? [])).toMatchObject({
      type: '1',
      subject: 'Hello',
      category: '2',
      version: '3',
    });
    expect(bodies[0]?.has('usedFor')).toBe(false);
  });

  it.each([['Subject'], ['To'], ['BCC'], ['Description']])(
    'rejects more than 255 characters in %s [ADM-283] [ADM-288] [ADM-289] [ADM-296]',
    async (name) => {
      const modal = await open('edit');
      await put(modal, name, 'a'.repeat(256));
      await userEvent.tab();
      expect(await modal.findByText('Enter 255 symbols maximum')).toBeTruthy();
      await put(modal, name, 'a'.repeat(255));
      await waitFor(() => expect(modal.queryByText('Enter 255 symbols maximum')).toBeNull());
    },
  );

  it.each([
    ['hello', 'The Email is in invalid format'],
    [`hello@${'b'.repeat(260)}.co`, 'Enter 255 symbols maximum'],
  ])('rejects %j as its sender [ADM-285] [ADM-286]', async (address, message) => {
    const modal = await open('edit');
    await put(modal, 'From', address);
    await userEvent.tab();
    expect(await modal.findByText(message)).toBeTruthy();
  });

  it('collapses and trims white space when a text loses focus, and trims the body [ADM-298] [ADM-291]', async () => {
    const modal = await open('edit');
    await put(modal, 'Subject', '  Hello \t  there ');
    await put(modal, 'Description', ' sent   once ');
    await userEvent.tab();
    expect(input(modal, 'Subject').value).toBe('Hello there');
    expect(input(modal, 'Description').value).toBe('sent once');
    writeBody(modal, '\n <p>Hello   there</p> \n');
    act(() => editor(modal).contentDOM.focus());
    await userEvent.tab();
    await waitFor(() => expect(editor(modal).state.doc.toString()).toBe('<p>Hello   there</p>'));
  });

  it('asks before discarding changes', async () => {
    const modal = await open('edit');
    await put(modal, 'Subject', 'Hello');
    await userEvent.keyboard('{Escape}');
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(input(modal, 'Subject').value).toBe('Hello');
  });
});

describe('a save that fails', () => {
  it("shows the server's message for 3 s and marks its fields [ADM-483]", async () => {
    const modal = await open('edit');
    answer(at(updateTemplate, { id: 41 }), () => refusal('invalid', { to: 'This is no address.' }));
    await save(modal);
    expect(await modal.findByText('This is no address.')).toBeTruthy();
    expect(lastToast()).toMatchObject({
      message: 'Please correct the marked fields.',
      kind: 'danger',
      life: 3000,
    });
  });

  it('shows the support contact without a server message [ADM-484]', async () => {
    const modal = await open('edit');
    answer(at(updateTemplate, { id: 41 }), lostConnection);
    await save(modal);
    const message = 'An unexpected error occurred, please contact support@localhost';
    await waitFor(() => expect(lastToast()).toMatchObject({ message, kind: 'danger' }));
  });

  const beFaster = async (modal: Modal): Promise<void> => {
    answer(at(updateTemplate, { id: 41 }), () => refusal('conflict'));
    const theirs = template({ version: 5, description: 'Theirs', lastEditBy: 'Sam Rivera' });
    answer(listTemplates, { data: [theirs], total: 1, usedForList: [] });
    await put(modal, 'Subject', 'Mine');
    await save(modal);
    await modal.findByRole('alert');
  };

  it("because of another user's save keeps the input and can overwrite the stored version", async () => {
    const modal = await open('edit');
    await beFaster(modal);
    const notice = modal.getByRole('alert').textContent;
    expect(notice).toContain('Sam Rivera saved it on Mar 4, 2026, 1:00 PM EST.');
    expect(notice).toContain('Different from your form: Subject, Description.');
    expect(input(modal, 'Subject').value).toBe('Mine');
    const bodies = recordBodies(at(updateTemplate, { id: 41 }), {
      message: 'Success',
      template: template(),
    });
    await userEvent.click(modal.getByRole('button', { name: 'Save my version' }));
    await waitFor(() => expect(bodies[0]?.get('version')).toBe('5'));
    expect(bodies[0]?.get('subject')).toBe('Mine');
  });

  it("because of another user's save can be discarded for the stored version", async () => {
    const modal = await open('edit');
    await beFaster(modal);
    await userEvent.click(modal.getByRole('button', { name: 'Discard mine and reload' }));
    expect(modal.queryByRole('alert')).toBeNull();
    expect(input(modal, 'Description').value).toBe('Theirs');
    expect(input(modal, 'Subject').value).toBe('Welcome, {{ user.firstName }}');
    const bodies = recordBodies(at(updateTemplate, { id: 41 }), {
      message: 'Success',
      template: template(),
    });
    await save(modal);
    await waitFor(() => expect(bodies[0]?.get('version')).toBe('5'));
  });

  it('because of a template error shows its place in the body', async () => {
    const modal = await open('edit');
    answer(at(updateTemplate, { id: 41 }), () =>
      refusal('invalid', { body: 'Line 2: tag "iff" not found' }),
    );
    await save(modal);
    expect(await modal.findByText('tag "iff" not found')).toBeTruthy();
    expect(modal.getByRole('button', { name: 'Line 2' })).toBeTruthy();
  });
});

describe('the preview', () => {
  it('shows the message with sample data, without scripts, as HTML and as text', async () => {
    const modal = await open('edit');
    expect(await modal.findByText('Welcome, Priya')).toBeTruthy();
    const frame = modal.getByTitle<HTMLIFrameElement>('The message as HTML');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.srcdoc).toBe('<p>Hello Priya</p>');
    await userEvent.click(modal.getByRole('tab', { name: 'Text' }));
    expect(modal.getByLabelText<HTMLTextAreaElement>('The message as text').value).toBe(
      'Hello Priya',
    );
    expect(modal.getByLabelText<HTMLTextAreaElement>('Sample data').value).toContain(
      '"firstName": "Priya"',
    );
  });

  it("updates while typing, for the template's event", async () => {
    const modal = await open('edit');
    const bodies = recordBodies(previewTemplate, {
      ...previewAnswer,
      subject: 'Second',
    });
    writeBody(modal, '<p>New</p>');
    expect(await modal.findByText('Second', {}, { timeout: 3000 })).toBeTruthy();
    expect(Object.fromEntries(bodies.at(-1) ?? [])).toMatchObject({
      body: '<p>New</p>',
      usedFor: '5',
      unsubscribe: 'false',
    });
  });

  it('shows where a template is wrong, in the body or in the subject', async () => {
    const modal = await open('edit');
    const wrong = { line: 2, column: 1, message: 'tag "if" not closed' };
    answer(previewTemplate, {
      ...previewAnswer,
      problem: { ...wrong, field: 'body' },
    });
    writeBody(modal, '<p>\n{% if x %}</p>');
    expect(await modal.findByRole('button', { name: 'Line 2' }, { timeout: 3000 })).toBeTruthy();
    answer(previewTemplate, {
      ...previewAnswer,
      problem: { ...wrong, field: 'subject' },
    });
    await put(modal, 'Subject', 'paste');
    await waitFor(() => expect(modal.queryByRole('button', { name: 'Line 2' })).toBeNull(), {
      timeout: 3000,
    });
    expect(modal.getByText('tag "if" not closed')).toBeTruthy();
  });

  it('shows the sample data before anything is written', async () => {
    const modal = await open('new');
    const data = await modal.findByLabelText<HTMLTextAreaElement>('Sample data');
    expect(data.value).toContain('"firstName": "Priya"');
    expect(modal.getByText('Write a subject and a body to see the message.')).toBeTruthy();
    expect(modal.getByRole<HTMLButtonElement>('button', { name: 'Send test to me' }).disabled).toBe(
      true,
    );
  });

  it('keeps the last message visible while a tag is incomplete', async () => {
    const modal = await open('edit');
    await modal.findByText('Welcome, Priya');
    const problem = {
      field: 'body' as const,
      line: 1,
      column: 1,
      message: 'output not closed',
    };
    answer(previewTemplate, {
      ...previewAnswer,
      subject: '',
      html: '',
      problem,
    });
    writeBody(modal, '<p>{{ na</p>');
    expect(await modal.findByText('output not closed', {}, { timeout: 3000 })).toBeTruthy();
    expect(modal.getByText('Welcome, Priya')).toBeTruthy();
  });

  it("can be sent to the user's own address", async () => {
    const modal = await open('edit');
    const bodies = recordBodies(sendTest);
    await userEvent.click(modal.getByRole('button', { name: 'Send test to me' }));
    await waitFor(() =>
      expect(lastToast()?.message).toBe('A test message is on its way to admin@demo.test.'),
    );
    expect(bodies[0]?.get('subject')).toBe('Welcome, {{ user.firstName }}');
  });
});

describe('the versions of a template', () => {
  it('are listed, can be viewed, and can be restored after a confirmation', async () => {
    const modal = await open('edit');
    answer(at(listVersions, { id: 41 }), {
      data: [version(3, { current: true }), version(2)],
      total: 2,
    });
    await userEvent.click(modal.getByRole('button', { name: 'Versions' }));
    const versions = within(await screen.findByRole('dialog', { name: 'Versions' }));
    const first = await versions.findByRole('button', { name: /^Version 3/ });
    expect(first.textContent).toContain('Sam Rivera');
    expect(versions.queryByRole('button', { name: /^Restore/ })).toBeNull();
    const bodies = recordBodies(previewTemplate, {
      ...previewAnswer,
      subject: 'The second',
    });
    await userEvent.click(versions.getByRole('button', { name: /^Version 2/ }));
    expect(await versions.findByText('The second')).toBeTruthy();
    expect(bodies[0]?.get('body')).toBe('<p>Body 2</p>');
    answer(at(restoreVersion, { id: 41, version: 2 }), {
      message: 'Success',
      template: template({ subject: 'Subject 2', body: '<p>Body 2</p>', version: 4 }),
    });
    await userEvent.click(versions.getByRole('button', { name: 'Restore version 2' }));
    const question = await screen.findByRole('dialog', { name: 'Restore version 2?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(input(modal, 'Subject').value).toBe('Subject 2'));
    expect(editor(modal).state.doc.toString()).toBe('<p>Body 2</p>');
    const saved = recordBodies(at(updateTemplate, { id: 41 }), {
      message: 'Success',
      template: template(),
    });
    await save(modal);
    await waitFor(() => expect(saved[0]?.get('version')).toBe('4'));
  });
});
