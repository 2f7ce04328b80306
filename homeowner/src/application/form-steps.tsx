import { useEffect, useRef, useState, type FormEvent } from 'react';
import { applicationSteps, consentText, consentVersion } from '@lintel/contract/applications-constants';
import { Field } from './fields.tsx';
import type { IslandData } from './island-data.ts';
import type { UsedApplication } from './use-application.ts';

const missing = 'This field is required.';
const lastStep = applicationSteps.length - 1;
const stepOf = (field: string): number =>
  applicationSteps.findIndex(({ fields }) => (fields as readonly string[]).includes(field));

/** The form in short steps. What a field may hold is the server's to say; here only what is empty is asked for at once. */
export function FormSteps({ data, used }: { data: IslandData; used: UsedApplication }) {
  const [step, setStep] = useState(0);
  const [agreed, setAgreed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useFocusOnChange(step);
  const current = applicationSteps[step] ?? applicationSteps[0];
  const { errors, values } = used;
  const alive = useAlive();
  useServerErrors(errors, step, setStep, form);

  const send = useSending(used, { step, agreed, next: () => setStep(step + 1) });

  return (
    <form ref={form} onSubmit={(event) => void send(event)} noValidate aria-busy={used.busy}>
      <fieldset className="whole" disabled={!alive}>
        <Progress step={step} />
        <h3 ref={heading} tabIndex={-1}>
          {current.title}
        </h3>
        {current.fields.map((name) => (
          <Field
            key={name}
            name={name}
            value={values[name] ?? ''}
            error={errors[name]}
            onChange={(value) => used.change(name, value)}
          />
        ))}
        {step === lastStep && <Consent data={data} agreed={agreed} onChange={setAgreed} error={errors['consent']} />}
        <Actions step={step} busy={used.busy} onBack={() => setStep(step - 1)} />
      </fieldset>
    </form>
  );
}

/** False until the script is there: what is typed or sent before that would be lost. */
function useAlive(): boolean {
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return alive;
}

/** What a click on the button does: asks for what is empty, else keeps the step or, at the last one, sends it all. */
function useSending(used: UsedApplication, at: { step: number; agreed: boolean; next(): void }) {
  const { values, showErrors } = used;
  const current = applicationSteps[at.step] ?? applicationSteps[0];
  return async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const empty = current.fields.filter((name) => !values[name]?.trim()).map((name) => [name, missing] as const);
    const consent =
      at.step === lastStep && !at.agreed
        ? [['consent', 'Please agree, so that lenders may look at your application.'] as const]
        : [];
    if (empty.length + consent.length > 0) return showErrors(Object.fromEntries([...empty, ...consent]));
    if (at.step === lastStep) await used.submit({ ...values, consent: at.agreed, consentVersion });
    else if (await used.keep()) at.next();
  };
}

function Actions({ step, busy, onBack }: { step: number; busy: boolean; onBack(): void }) {
  return (
    <div className="actions">
      {step > 0 && (
        <button type="button" className="plain" onClick={onBack}>
          Back
        </button>
      )}
      <button className="button" disabled={busy}>
        {busy ? 'One moment…' : step === lastStep ? 'See my offers' : 'Continue'}
      </button>
    </div>
  );
}

function Progress({ step }: { step: number }) {
  return (
    <div className="progress">
      <p>
        Step {step + 1} of {applicationSteps.length}
      </p>
      <progress max={applicationSteps.length} value={step + 1} aria-label="Progress of the application" />
    </div>
  );
}

interface ConsentProps {
  data: IslandData;
  agreed: boolean;
  error: string | undefined;
  onChange(agreed: boolean): void;
}

function Consent({ data, agreed, error, onChange }: ConsentProps) {
  return (
    <div className="field consent">
      <label>
        <input
          type="checkbox"
          name="consent"
          checked={agreed}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'error-consent' : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{consentText(data.companyName, data.brandName)}</span>
      </label>
      {error && (
        <p className="error" id="error-consent">
          {error}
        </p>
      )}
    </div>
  );
}

/** A new step is announced by moving to its heading, but not when the page has just loaded. */
function useFocusOnChange(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return heading;
}

/** Goes to the first step with an error and to its first field that is wrong. */
function useServerErrors(
  errors: Record<string, string>,
  step: number,
  setStep: (step: number) => void,
  form: { current: HTMLFormElement | null },
): void {
  useEffect(() => {
    const wrong = Object.keys(errors).filter((name) => errors[name]);
    if (wrong.length === 0) return;
    const steps = wrong.map((name) => (name.startsWith('consent') ? lastStep : stepOf(name))).filter((index) => index >= 0);
    const first = Math.min(...steps);
    if (first < step) return setStep(first);
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true], .bands:has(.error) input');
    field?.focus();
  }, [errors, step, setStep, form]);
}
