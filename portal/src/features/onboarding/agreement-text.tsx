import { serviceAgreement } from '@lintel/contract/contractors-agreement';
import { brand } from '../../lib/brand.ts';
import classes from './agreement.module.css';

const own: Record<string, string> = { brand: brand.name, email: brand.supportEmail, phone: brand.phone };

/** The text with the provider's own name and contacts in their places. */
const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (place, name: string) => own[name] ?? place);

/** The whole agreement, with what matters most at its head. */
export function AgreementText() {
  const { version, effective, sections } = serviceAgreement;
  return (
    <article className={classes.text}>
      <p className={classes.edition}>
        Version {version}, effective {effective}
      </p>
      <dl className={classes.brief}>
        <div>
          <dt>Your guarantee</dt>
          <dd>If 10 applications within 30 days produce no loan options, you get a refund.</dd>
        </div>
        <div>
          <dt>Your renewal</dt>
          <dd>The annual subscription auto-renews each year until you cancel it.</dd>
        </div>
      </dl>
      {sections.map(({ heading, paragraphs }, index) => (
        <section key={heading}>
          <h3>
            {index + 1}. {filled(heading)}
          </h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{filled(paragraph)}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
