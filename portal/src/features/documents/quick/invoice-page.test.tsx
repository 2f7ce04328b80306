import { describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { listPageNames } from '@lintel/contract/pages/page';
import { mailLink } from '@lintel/contract/documents/quick/document';
import { button, fill, input, press } from '../../../test/forms.ts';
import { makeGate } from '../../../test/gate.ts';
import {
  choosePage,
  download,
  fillLeast,
  openInvoices,
  pages,
  pdf,
  recordDocuments,
  watchWindows,
} from '../../../test/invoices.ts';
import { drafts, openDrafts } from '../../../lib/drafts.ts';
import { openScreen, testDraftsKey } from '../../../test/render-portal.tsx';
import { at, answer, refusal, badGateway, outsideContract } from '../../../test/server.ts';
import { owner, staff } from '../../../test/sessions.ts';

const unexpected = 'An unexpected error occurred, please contact support';

describe('the screen', () => {
  it("shows a document's form to a contractor with a page, and no selector for one page [ACC-045]", async () => {
    await openInvoices();
    expect(screen.getByRole('radio', { name: 'Invoice' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Estimate' })).toBeTruthy();
    for (const label of [
      'Full name',
      'Company',
      'Address',
      'Project name',
      'Your license number',
      'Description',
    ])
      expect(input(label)).toBeTruthy();
    for (const label of [
      'Invoice number',
      'Submitted on',
      'Due date',
      'Quantity',
      'Unit price',
      'Tax rate',
      'Adjustments',
    ])
      expect(input(label)).toBeTruthy();
    expect(screen.getByLabelText('Notes')).toBeTruthy();
    expect(screen.queryByLabelText('Choose your co-branded page')).toBeNull();
  });

  it('shows a selector with more than one page, and creates the document for the chosen one [ACC-044]', async () => {
    await openInvoices(pages);
    watchWindows();
    await choosePage('summit-solar');
    await fillLeast();
    const requests = recordDocuments(1001);
    await download();
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(localStorage.getItem('lintel.page.7')).toBe('1001');
  });

  it('prompts a contractor without pages to set up a financing page [ACC-046]', async () => {
    await openInvoices([]);
    expect(screen.getByText('Please set up a financing page first')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Set up your page' }).getAttribute('href')).toBe(
      '/co-branded',
    );
    expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull();
  });

  it('requires staff on their own account to switch into a contractor first', async () => {
    await openScreen('/invoice-estimate', staff());
    expect(await screen.findByText(/Documents belong to a contractor/)).toBeTruthy();
  });

  it("shows a retry when the pages can't be loaded", async () => {
    const { router } = await openScreen('/refer', owner());
    answer(listPageNames, () => refusal('not_found'));
    await router.navigate({ href: '/invoice-estimate' });
    await screen.findByText('This does not exist or is not yours.');
    answer(listPageNames, { data: pages.slice(0, 1) });
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'Download PDF' })).toBeTruthy();
  });
});

describe('downloading', () => {
  it('opens the PDF in a new window, which the click itself opened [ACC-403]', async () => {
    await openInvoices();
    await fillLeast();
    const { open, location } = watchWindows();
    const gate = makeGate();
    recordDocuments(1000, async () => {
      await gate.opened;
      return pdf();
    });
    await download();
    expect(open).toHaveBeenCalledWith('', '_blank');
    expect(location.replace).not.toHaveBeenCalled();
    gate.open();
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('blob:document'));
    expect(await screen.findByText('Invoice-1001.pdf')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Save as file' }).getAttribute('download')).toBe(
      'Invoice-1001.pdf',
    );
  });

  it('is disabled while the request runs, with its progress [ACC-047]', async () => {
    await openInvoices();
    await fillLeast();
    watchWindows();
    const gate = makeGate();
    recordDocuments(1000, async () => {
      await gate.opened;
      return pdf();
    });
    await download();
    expect(
      (await screen.findByRole<HTMLButtonElement>('button', { name: 'Preparing…' })).disabled,
    ).toBe(true);
    expect(screen.getByRole('progressbar', { name: 'Preparing the document' })).toBeTruthy();
    gate.open();
    await waitFor(() => expect(button('Download PDF').disabled).toBe(false));
  });

  it('sends the whole document with the items as a JSON list [ACC-136] [ACC-138] [ACC-402]', async () => {
    await openInvoices();
    watchWindows();
    await userEvent.click(screen.getByRole('radio', { name: 'Estimate' }));
    await fillLeast();
    await fill('Company', 'Nguyen Property LLC');
    await fill('Address', '1188 Larkspur Lane');
    await fill('Project name', 'New roof');
    await fill('Estimate number', '77');
    await fill('Your license number', 'CO-448812');
    await fill('Due date', '12/21/2026');
    await fill('Tax rate', '8.25');
    await fill('Adjustments', '-250');
    await userEvent.type(screen.getByLabelText('Notes'), 'Thank you.');
    const requests = recordDocuments(1000);
    await download();
    await waitFor(() => expect(requests).toHaveLength(1));
    const [{ items, submittedOn, ...sent } = {}] = requests;
    expect(JSON.parse(items ?? '')).toEqual([
      { description: 'Ridge vent', quantity: '1', unitPrice: '$14.25' },
    ]);
    expect(submittedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(sent).toEqual({
      userId: '11',
      docType: 'Estimate',
      fullName: 'Casey Nguyen',
      company: 'Nguyen Property LLC',
      address: '1188 Larkspur Lane',
      projectName: 'New roof',
      dueDate: '2026-12-21',
      notes: 'Thank you.',
      taxRate: '8.25%',
      adjustments: '-$250.00',
      numberPrice: '77',
      license: 'CO-448812',
    });
  });

  it('links to the document when the browser blocks the window', async () => {
    await openInvoices();
    await fillLeast();
    watchWindows(false);
    recordDocuments(1000);
    await download();
    expect((await screen.findByRole('link', { name: 'Open' })).getAttribute('href')).toBe(
      'blob:document',
    );
  });

  it('opens no window and sends nothing for invalid input, and focuses the first marked field', async () => {
    await openInvoices();
    const { open } = watchWindows();
    await download();
    expect(open).not.toHaveBeenCalled();
    expect(screen.getAllByText('This field is required.')).toHaveLength(2);
    expect(screen.getByText('Enter a number above 0.')).toBeTruthy();
    expect(document.activeElement).toBe(input('Full name'));
  });

  const failing = async (reply: () => Response) => {
    await openInvoices();
    await fillLeast();
    const { close } = watchWindows();
    recordDocuments(1000, reply);
    await download();
    await waitFor(() => expect(close).toHaveBeenCalled());
  };

  it('shows the unexpected error when the server fails [ACC-459]', async () => {
    await failing(() => refusal('unexpected'));
    expect(await screen.findByText(unexpected)).toBeTruthy();
    expect(screen.queryByText('Something wrong')).toBeNull();
  });

  it('shows the same error for a response that is not JSON, whatever its status [ACC-460]', async () => {
    await failing(badGateway);
    expect(await screen.findByText(unexpected)).toBeTruthy();
  });

  it('shows the same error when the response is not a PDF', async () => {
    await failing(() =>
      outsideContract(
        'a network’s sign-in page answers for the server',
        HttpResponse.html('<h1>Welcome</h1>'),
      ),
    );
    expect(await screen.findByText(unexpected)).toBeTruthy();
  });

  it('joins the field errors, and marks the fields, when the server rejects the document [ACC-462] [ACC-259]', async () => {
    await failing(() =>
      refusal('invalid', {
        fullName: 'Nobody by this name.',
        'items.0.unitPrice': 'Too much.',
        taxRate: 'Too much.',
      }),
    );
    expect(await screen.findByText('Nobody by this name. Too much.')).toBeTruthy();
    expect(screen.getByText('Nobody by this name.')).toBeTruthy();
    expect(screen.getAllByText('Too much.')).toHaveLength(2);
    for (const label of ['Full name', 'Unit price', 'Tax rate'])
      expect(input(label).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(input('Full name'));
    await fill('Full name', 'Casey');
    expect(screen.queryByText('Nobody by this name.')).toBeNull();
  });

  it("shows the server's message for a rejection without a field", async () => {
    await failing(() => refusal('too_many_requests'));
    expect(
      await screen.findByText('Too many attempts. Please wait a moment and try again.'),
    ).toBeTruthy();
  });
});

describe("e-mailing the document's link", () => {
  const send = async (email: string) => {
    await fill("Customer's e-mail", email);
    await press('Send link');
  };

  it('shows "Success!" and clears the field [ACC-454] [ACC-463]', async () => {
    await openInvoices();
    const requests: string[] = [];
    answer(at(mailLink, { pageId: 1000 }), async (request) => {
      requests.push(await request.text());
      return { message: 'Success!' };
    });
    await send(' casey@homeowner.example ');
    expect(await screen.findByText('Success!')).toBeTruthy();
    expect(requests).toEqual(['userId=11&email=casey%40homeowner.example']);
    expect(input("Customer's e-mail").value).toBe('');
  });

  it.each(['unexpected', 'too_many_requests'] as const)(
    'shows the unexpected error after %s [ACC-461]',
    async (code) => {
      await openInvoices();
      answer(at(mailLink, { pageId: 1000 }), () => refusal(code));
      await send('casey@homeowner.example');
      expect(await screen.findByText(unexpected)).toBeTruthy();
      expect(input("Customer's e-mail").value).toBe('casey@homeowner.example');
    },
  );

  it('requires an address', async () => {
    await openInvoices();
    await send('casey');
    expect(await screen.findByText('The Email is in invalid format')).toBeTruthy();
  });
});

describe('the totals', () => {
  const sum = (name: string | RegExp): string | null | undefined => {
    const card = within(screen.getByRole('complementary', { name: 'Totals and actions' }));
    return card.getByText(name).nextElementSibling?.textContent;
  };

  it('update while typing: tax is the rate of the subtotal, and the total adds the adjustments [ACC-514] [ACC-515]', async () => {
    await openInvoices();
    expect(sum('Total')).toBe('$0.00');
    await fill('Quantity', '2.5');
    await fill('Unit price', '14.25');
    expect(sum('Subtotal')).toBe('$35.63');
    await fill('Tax rate', '8.25');
    expect(sum('Tax (8.25%)')).toBe('$2.94');
    await fill('Adjustments', '-10');
    expect(sum('Adjustments')).toBe('-$10.00');
    expect(sum('Total')).toBe('$28.57');
  });

  it("show each item's total without a sign [ACC-516]", async () => {
    const item = { description: 'Credit', quantity: '-2', unitPrice: '$5.00' };
    const draft = { docType: 'Invoice', items: [item] };
    await openDrafts(owner().id, testDraftsKey);
    drafts.set('quick-document.7.1000', JSON.stringify(draft));
    await openInvoices();
    expect(screen.getByRole('status', { name: 'Total for item 1' }).textContent).toBe('$10.00');
  });
});
