import type { Brand } from '@lintel/contract/brand';
import type { PublicPage } from '@lintel/contract/pages/page';

/** How it goes on, in three steps. */
export function Steps({ concierge, companyName }: { concierge: boolean; companyName: string }) {
  const steps = [
    [
      'Tell us about your project',
      'What you’re planning, roughly what it costs, and how to reach you.',
    ],
    [
      'Compare real offers',
      'Lenders answer within seconds. You see amount, rate, term and monthly payment side by side.',
    ],
    concierge
      ? [
          'We take it from there',
          `A financing specialist calls you, helps with the paperwork and keeps ${companyName} informed.`,
        ]
      : [
          'Choose and get started',
          `Pick the offer that suits you. ${companyName} can begin once the lender has approved it.`,
        ],
  ];
  return (
    <section className="band" aria-labelledby="steps-title">
      <div className="wrap">
        <h2 id="steps-title">How it works</h2>
        <ol className="steps">
          {steps.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** The kinds of offers that this contractor's page can bring. */
export function Options({ page }: { page: PublicPage }) {
  const options = [
    [
      'Personal loan',
      'A fixed rate and equal monthly payments. Your home is not used as security.',
      true,
    ],
    [
      'Home equity line of credit',
      'Borrow against the value of your home and draw what you need when you need it.',
      page.helocOffer,
    ],
    [
      'Direct project funding',
      `The lender pays ${page.companyName} directly as your project moves along.`,
      page.fdAgreement,
    ],
    [
      '0% introductory credit cards',
      'For smaller projects that you want to pay off within the introductory period.',
      page.creditCards,
    ],
  ] as const;
  const offered = options.filter(([, , isOffered]) => isOffered);
  return (
    <section aria-labelledby="options-title">
      <div className="wrap">
        <h2 id="options-title">Ways to pay</h2>
        <ul className="options">
          {offered.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The worry that keeps people from asking, answered in plain words. */
export function CreditCheck({ brand }: { brand: Brand }) {
  return (
    <section className="band" aria-labelledby="credit-title">
      <div className="wrap narrow">
        <h2 id="credit-title">What happens to your credit score</h2>
        <p>
          Looking at offers uses a soft credit check. Only you can see it, and it does not change
          your score. If you choose an offer and go ahead, the lender asks for your permission
          before a full credit check, which other lenders can see.
        </p>
        <p>
          {brand.name} passes your application to lenders for this purpose only and never sells it
          as an advertising lead.
        </p>
      </div>
    </section>
  );
}

export function Questions({ page, brand }: { page: PublicPage; brand: Brand }) {
  const questions = [
    [
      'Does it cost anything to see my options?',
      'No. Checking is free, and you do not have to accept any offer.',
    ],
    [
      'How soon do I hear from lenders?',
      'Most offers appear within seconds after you send the form, on this page.',
    ],
    [
      'What if my credit is not perfect?',
      'Apply anyway: lenders look at different things. If nobody has an offer, we tell you right away.',
    ],
    [
      `Is ${brand.name} a lender?`,
      `No. ${brand.name} connects homeowners, contractors and lenders. The lender you choose makes the decision.`,
    ],
    [
      'When is my contractor paid?',
      `After your loan is approved you receive the money, or the lender pays ${page.companyName} directly, depending on the offer.`,
    ],
  ];
  return (
    <section aria-labelledby="questions-title">
      <div className="wrap narrow">
        <h2 id="questions-title">Questions and answers</h2>
        {questions.map(([question, answer]) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
