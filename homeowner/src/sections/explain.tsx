import * as m from '#messages';
import type { Brand } from '@lintel/contract/brand';
import type { PublicPage } from '@lintel/contract/pages/page';

/** How it works, in three steps. */
export function Steps({ concierge, companyName }: { concierge: boolean; companyName: string }) {
  const company = companyName;
  const steps = [
    [m.page_step_tell(), m.page_step_tell_text()],
    [m.page_step_compare(), m.page_step_compare_text()],
    concierge
      ? [m.page_step_specialist(), m.page_step_specialist_text({ company })]
      : [m.page_step_choose(), m.page_step_choose_text({ company })],
  ];
  return (
    <section className="band pitch" aria-labelledby="steps-title">
      <div className="wrap">
        <h2 id="steps-title">{m.page_steps()}</h2>
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

/** The kinds of offers available on this contractor's page. */
export function Options({ page }: { page: PublicPage }) {
  const company = page.companyName;
  const options = [
    [m.page_way_loan(), m.page_way_loan_text(), true],
    [m.page_way_heloc(), m.page_way_heloc_text(), page.helocOffer],
    [m.page_way_direct(), m.page_way_direct_text({ company }), page.fdAgreement],
    [m.page_way_cards(), m.page_way_cards_text(), page.creditCards],
  ] as const;
  const offered = options.filter(([, , isOffered]) => isOffered);
  return (
    <section className="pitch" aria-labelledby="options-title">
      <div className="wrap">
        <h2 id="options-title">{m.page_ways()}</h2>
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

/** Answers the concern that keeps people from applying, in plain words. */
export function CreditCheck({ brand }: { brand: Brand }) {
  return (
    <section className="band" aria-labelledby="credit-title">
      <div className="wrap narrow">
        <h2 id="credit-title">{m.page_credit()}</h2>
        <p>{m.page_credit_text()}</p>
        <p>{m.page_credit_brand({ brand: brand.name })}</p>
      </div>
    </section>
  );
}

export function Questions({ page, brand }: { page: PublicPage; brand: Brand }) {
  const questions = [
    [m.page_question_cost(), m.page_answer_cost()],
    [m.page_question_soon(), m.page_answer_soon()],
    [m.page_question_perfect(), m.page_answer_perfect()],
    [m.page_question_lender({ brand: brand.name }), m.page_answer_lender({ brand: brand.name })],
    [m.page_question_paid(), m.page_answer_paid({ company: page.companyName })],
  ];
  return (
    <section aria-labelledby="questions-title">
      <div className="wrap narrow">
        <h2 id="questions-title">{m.page_questions()}</h2>
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
