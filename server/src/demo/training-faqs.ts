/** The demo FAQs: contractors' questions about this portal. */
export const demoFaqs: readonly {
  category: string;
  description: string;
  questions: readonly (readonly [string, string])[];
}[] = [
  {
    category: 'Pages and applications',
    description: 'What homeowners see, and what comes of it',
    questions: [
      [
        'How do homeowners apply?',
        '<p>They open the address of your co-branded page, or follow a flyer’s QR code, a banner or a widget to it, and fill in one short form. It takes about two minutes.</p>',
      ],
      [
        'Does applying affect the homeowner’s credit score?',
        '<p>No. Seeing offers does not affect it. A lender may make a full inquiry later, when the homeowner accepts an offer.</p>',
      ],
      [
        'How many pages can I have?',
        '<p>Every contractor can create the first page. Further pages, for example one for each trade, are opened by our team: use <strong>Ask a Question</strong> and tell us their names.</p>',
      ],
      [
        'Can I change the address of my page?',
        '<p>Yes, under <strong>Co-branded Page</strong>. Flyers and links that you have handed out bear the old address, so change it before you print anything.</p>',
      ],
      [
        'What do the credit decisions in my report mean?',
        '<ul><li><strong>APPROVED</strong>: a lender has offered the homeowner a loan or a card.</li><li><strong>EXPIRED</strong>: something was missing for 50 days. It can still become approved.</li><li><strong>A dash</strong>: the decision is pending.</li></ul>',
      ],
      [
        'Why does an application stay unfinished?',
        '<p>The homeowner has started the form and not sent it. Your report shows how to reach them: one friendly call is often all it takes.</p>',
      ],
    ],
  },
  {
    category: 'Marketing materials',
    description: 'Flyers, images, banners and widgets',
    questions: [
      [
        'How do I change the phone number on my flyer?',
        '<p>Open <strong>Homeowner Flyer</strong>, choose the page and edit the flyer’s phone number there. The next flyer that you download shows it.</p>',
      ],
      [
        'How do I put a widget on my website?',
        '<ol><li>Choose the widget and its colors.</li><li>Copy the code, or have it sent to whoever looks after your website.</li><li>Paste it once into the page where it should show.</li></ol><p>Visitors who have switched scripts off see a plain link instead.</p>',
      ],
      [
        'Can I tell where an application came from?',
        '<p>Yes. Each widget, banner, flyer and image leads to your page with its own source, and the graphs of the applications report count applications by source.</p>',
      ],
    ],
  },
  {
    category: 'Payments and payouts',
    description: 'Your subscription, and what you earn',
    questions: [
      [
        'How is my subscription paid?',
        '<p>A plan has a price for one year, paid at once or in equal installments. You find every payment with its receipt under <strong>Billing</strong>.</p>',
      ],
      [
        'When do I get my payout?',
        '<p>Once a month, from the 21st on. Add your bank details under <strong>ACH Info</strong> first, or the payout waits until you have.</p>',
      ],
      [
        'Why do you ask for a W-9?',
        '<p>The tax office wants to know who earns $600 or more in a year. From that amount on, payouts wait until your W-9 is verified.</p>',
      ],
      [
        'A payment failed. What now?',
        '<p>Check that your card has not expired and replace it if it has. We try again by ourselves within the next days, and you can also pay at once.</p>',
      ],
    ],
  },
  {
    category: 'Account and team',
    description: 'Who can sign in, and what they see',
    questions: [
      [
        'Can my colleagues have their own sign-in?',
        '<p>Yes. Under <strong>Personal Info</strong> you add team users and choose the sections that each of them sees. How many there can be depends on your plan.</p>',
      ],
      [
        'How do I change my e-mail address?',
        '<p>Under <strong>Personal Info</strong>. We send a link to the new address; the old one counts until that link is followed.</p>',
      ],
    ],
  },
];
