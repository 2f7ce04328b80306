import { serviceAgreement } from '@lintel/contract/contractors-agreement';
import { brand } from '../../lib/brand.ts';
import { IconPrinter } from '../../ui/icons.ts';
import classes from './agreement.module.css';

const own: Record<string, string> = {
  brand: brand.name,
  email: brand.supportEmail,
  phone: brand.phone,
};

/** The text with the provider's own name and contacts in their places. */
const filled = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => own[name] ?? place);

/** The whole agreement, with what matters most at its head. */
export function AgreementText() {
  const { version, title, effective, sections } = serviceAgreement;
  return (
    <article className={classes.text}>
      <h2 className={classes.paperTitle} aria-hidden>
        {brand.name} {title}
      </h2>
      <div className={classes.edition}>
        <span>
          Version {version}, effective {effective}
        </span>
        <button type="button" className={classes.print} onClick={() => window.print()}>
          <IconPrinter size={16} aria-hidden />
          Print or save
        </button>
      </div>
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
