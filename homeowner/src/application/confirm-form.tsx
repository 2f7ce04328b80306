import * as m from '#messages';
import { applicationFields } from '@lintel/contract/applications/fields';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import { keysOf } from '@lintel/contract/core/map-values';
import { wholeDollars } from '../money.ts';
import { fieldLabel, optionText } from './field-texts.ts';

/** The answers of a sent application. */
export function Answers({ application }: { application: HomeownerApplication }) {
  const { draft, details } = application;
  return (
    <dl className="answers">
      {keysOf(applicationFields).map((name) => {
        const value = draft[name] ?? '';
        const isAmount = applicationFields[name].kind === 'amount';
        return (
          value !== '' && (
            <div key={name}>
              <dt>{fieldLabel(name)}</dt>
              <dd>{isAmount ? wholeDollars(Number(value)) : optionText(value, value)}</dd>
            </div>
          )
        );
      })}
      {details.givenAt !== null && (
        <div>
          <dt>{m.form_step_details()}</dt>
          <dd>{m.details_given()}</dd>
        </div>
      )}
    </dl>
  );
}

interface ConfirmFormProps {
  company: string;
  application: HomeownerApplication;
  /** The form's URL. */
  at: string;
  /** Whether the public page is open, so that new answers can be sent there. */
  mayReplace: boolean;
}

/** The confirmation for the owner of the e-mail or phone, without scripts. */
export const ConfirmForm = ({ company, application, at, mayReplace }: ConfirmFormProps) => (
  <>
    <p>{m.confirm_text({ company })}</p>
    <Answers application={application} />
    <form method="post" action={at} className="actions">
      {mayReplace ? (
        <button className="button second" name="do" value="replace">
          {m.confirm_no()}
        </button>
      ) : (
        <button className="button second" name="do" value="withdraw">
          {m.offer_withdraw()}
        </button>
      )}
      <button className="button" name="do" value="confirm">
        {m.confirm_yes()}
      </button>
    </form>
  </>
);
