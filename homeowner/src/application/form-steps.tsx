import * as m from '#messages';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { neededIn } from '@lintel/contract/applications/needed-details';
import { applicationSteps, type ApplicationField } from '@lintel/contract/applications/fields';
import type { ApplicationDraft } from '@lintel/contract/applications/form';
import { isFilledIn, findProblems } from '@lintel/contract/applications/rules';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { LenderNeed } from '@lintel/contract/lenders/needs';
import { problemText } from '../problems.ts';
import { ContinueLater } from './continue-later.tsx';
import { fieldLabel, isDetail, stateText, stepTitle } from './field-texts.ts';
import { Field } from './fields.tsx';
import type { IslandData } from './island-data.ts';
import { lazyComponent } from './lazy-component.tsx';
import { DetailLabel, Details, loadDetails } from './lazy-details.ts';
import type { ApplicationControls } from './use-application.ts';
import { useConsents } from './use-consents.tsx';
import { useSteps } from './use-steps.ts';

/** The last step's consents load while the first steps are filled in. */
const Consents = lazyComponent(() => import('./consents.tsx').then((module) => module.Consents));

/** Only some lenders need details, on a step after the form's own. */
const detailsStep = applicationSteps.length;

/** What the lenders that fit need beyond the form, as far as its answers tell. */
const neededDetails = ({ application, values }: ApplicationControls): LenderNeed[] =>
  neededIn(application?.details.asked ?? [], values.state ?? '');

const stepFields = (step: number): ApplicationField[] => applicationSteps[step]?.fields ?? [];
const allFields = applicationSteps.flatMap(({ fields }) => fields);
const findStep = (field: string): number =>
  isDetail(field)
    ? detailsStep
    : applicationSteps.findIndex(({ fields }) => fields.some((name) => name === field));

/** The chosen state, when no lender serves it. */
const unservedState = ({ servedStates }: IslandData, { state }: ApplicationDraft): string | null =>
  state && servedStates?.every((code) => code !== state) ? state : null;

/** The messages for these fields' problems, by name. */
function fieldErrors(
  data: IslandData,
  fields: readonly ApplicationField[],
  values: ApplicationDraft,
): Record<string, string> {
  const words: Record<string, string> = {};
  const unserved = unservedState(data, values);
  if (fields.includes('state') && unserved !== null)
    words['state'] = m.form_wrong_state({ state: stateText(unserved) });
  for (const [name, problem] of Object.entries(findProblems(fields, values)))
    words[name] = problemText(problem);
  return words;
}

/** The form in short steps. Each continues when all its fields are valid. */
export function FormSteps({ data, used }: { data: IslandData; used: ApplicationControls }) {
  const needs = neededDetails(used);
  const lastStep = needs.length > 0 ? detailsStep : detailsStep - 1;
  const { step, moves, goTo } = useSteps(data, used, lastStep);
  const form = useRef<HTMLFormElement>(null);
  const heading = useFocusOnChange(moves);
  const { errors, values } = used;
  const alive = useReady();
  const afterPress = useAfterPress();
  const summary = useRefusals(used, { step, lastStep, goTo }, form);
  const consents = useConsents(data, used);
  const send = useSubmit(data, used, {
    step,
    isLast: step === lastStep,
    needs,
    consents,
    next: () => goTo(step + 1),
  });

  return (
    <form ref={form} onSubmit={(event) => void send(event)} noValidate aria-busy={used.busy}>
      <Progress step={step} count={lastStep + 1} />
      <h3 ref={heading} tabIndex={-1}>
        {titleOf(step)}
      </h3>
      <Summary data={data} names={summary.filter((name) => errors[name])} />
      {stepFields(step).map((name) => (
        <Field
          key={name}
          name={name}
          value={values[name] ?? ''}
          error={errors[name]}
          onChange={(value) => {
            used.change(name, value);
            // Shown at once, because a list is chosen from, not typed into.
            const wrong =
              name === 'state' && fieldErrors(data, [name], { ...values, state: value });
            if (wrong && value !== '') used.mark(name, wrong[name] ?? null);
          }}
          onLeave={() => {
            const value = values[name];
            if (value?.trim())
              afterPress(() => used.mark(name, fieldErrors(data, [name], values)[name] ?? null));
          }}
        />
      ))}
      {step === detailsStep && needs.length > 0 && (
        <DetailsStep data={data} used={used} needs={needs} afterPress={afterPress} />
      )}
      {stepFields(step).includes('state') && unservedState(data, values) !== null && (
        <OtherWays data={data} />
      )}
      {step === lastStep && <Consents data={data} used={consents} />}
      {step === lastStep && (
        <input
          className="trap"
          name="website"
          tabIndex={-1}
          autoComplete="off"
          aria-hidden="true"
        />
      )}
      <Actions
        step={step}
        isLast={step === lastStep}
        busy={used.busy}
        alive={alive}
        onBack={() => goTo(step - 1)}
      />
      {step > 0 && <ContinueLater used={used} fields={stepFields(step)} />}
    </form>
  );
}

const titleOf = (step: number): string => {
  const current = applicationSteps[step];
  return current === undefined ? m.form_step_details() : stepTitle(current.name);
};

interface DetailsStepProps {
  data: IslandData;
  used: ApplicationControls;
  needs: readonly LenderNeed[];
  afterPress(work: () => void): void;
}

/** What lenders need beyond the form. */
const DetailsStep = ({ data, used, needs, afterPress }: DetailsStepProps) => (
  <Details
    company={data.companyName}
    needs={needs}
    values={used.details}
    state={used.values.state ?? ''}
    errors={used.errors}
    onChange={used.changeDetail}
    onCheck={(name, problem) => afterPress(() => used.mark(name, problem))}
  />
);

/** Other ways to pay in a state that no lender serves: contact the contractor. */
function OtherWays({ data: { companyName, phone } }: { data: IslandData }) {
  return (
    <div className="problem">
      <p>{m.form_other_ways({ company: companyName })}</p>
      {phone !== '' && (
        <p>
          <a href={`tel:+1${phone}`}>{m.closed_call({ phone: phoneText(phone) })}</a>
        </p>
      )}
    </div>
  );
}

/** False until the script has loaded: earlier input is kept, but can't be sent. */
function useReady(): boolean {
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return alive;
}

/**
 * Runs at once, or after the pointer is released: an error that appears earlier would move the
 * element being pressed.
 */
function useAfterPress(): (work: () => void) => void {
  const isDown = useRef(false);
  useEffect(() => {
    const press = ({ type }: Event): void => void (isDown.current = type === 'pointerdown');
    const types = ['pointerdown', 'pointerup', 'pointercancel'];
    for (const type of types) document.addEventListener(type, press, true);
    return () => types.forEach((type) => document.removeEventListener(type, press, true));
  }, []);
  return (work) => {
    if (!isDown.current) return work();
    document.addEventListener('pointerup', () => setTimeout(work), { once: true });
  };
}

/**
 * Handles a click on the button: shows all problems of the step, otherwise saves it or, at the last
 * step, submits the form.
 */
function useSubmit(
  data: IslandData,
  used: ApplicationControls,
  at: {
    step: number;
    isLast: boolean;
    needs: readonly LenderNeed[];
    consents: ReturnType<typeof useConsents>;
    next(): void;
  },
) {
  const { values, details, refuse } = used;
  const { isLast, needs } = at;
  const fields = isLast ? allFields : stepFields(at.step);
  return async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const problems = {
      ...fieldErrors(data, fields, values),
      ...(isLast && needs.length > 0 && (await detailProblems(used, needs))),
      ...(isLast && at.consents.problems()),
    };
    if (Object.keys(problems).length > 0) return refuse(problems);
    if (!isLast) return (await used.keep(fields)) ? at.next() : undefined;
    if (isFilledIn(values))
      await used.submit(values, at.consents.sent(), needs.length > 0 ? details : undefined);
  };
}

const detailProblems = async (
  { details, values }: ApplicationControls,
  needs: readonly LenderNeed[],
): Promise<Record<string, string>> =>
  (await loadDetails()).detailErrors({ needs, values: details, state: values.state ?? '' });

interface ActionsProps {
  step: number;
  isLast: boolean;
  busy: boolean;
  alive: boolean;
  onBack(): void;
}

function Actions({ step, isLast, busy, alive, onBack }: ActionsProps) {
  return (
    <div className="actions">
      {step > 0 && (
        <button type="button" className="plain" onClick={onBack}>
          {m.form_back()}
        </button>
      )}
      <button className="button" disabled={busy || !alive}>
        {busy ? m.form_busy() : isLast ? m.form_send() : m.form_continue()}
      </button>
    </div>
  );
}

function Progress({ step, count }: { step: number; count: number }) {
  return (
    <div className="progress">
      <p>{m.form_step_of({ step: String(step + 1), count: String(count) })}</p>
      <progress max={count} value={step + 1} aria-label={m.form_progress()} />
    </div>
  );
}

interface SummaryProps {
  data: IslandData;
  /** The names of the invalid fields. */
  names: readonly string[];
}

/** All problems of the step, unless the focused field has the only one. */
function Summary({ data, names }: SummaryProps) {
  if (names.length < 2) return null;
  return (
    <div className="problem">
      <p role="alert">{m.form_wrong_many({ count: String(names.length) })}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a
              href={`#field-${name}`}
              onClick={(event) => {
                event.preventDefault();
                const field = name.replace('.hash', '.agreed');
                document.querySelector<HTMLElement>(`#application [name="${field}"]`)?.focus();
              }}
            >
              {controlLabel(data, name)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
/** The label of a field, a detail, or a consent. */
function controlLabel(data: IslandData, name: string): ReactNode {
  if (isField(name)) return fieldLabel(name);
  if (isDetail(name)) return <DetailLabel control={name} />;
  return data.consents.find(({ kind }) => name.includes(kind))?.title;
}

const isField = (name: string): name is ApplicationField =>
  allFields.some((field) => field === name);

/** Announces a new step by moving the focus to its heading, but not on page load. */
function useFocusOnChange(moves: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef(moves);
  useEffect(() => {
    if (seen.current !== moves) {
      heading.current?.focus({ preventScroll: true });
      const card = heading.current?.closest('.card');
      card?.scrollIntoView({ block: 'start', behavior: 'instant' });
    }
    seen.current = moves;
  }, [moves]);
  return heading;
}

/**
 * After a rejected submission: goes to the first step with an error and focuses its first invalid
 * field. Returns its problem.
 */
function useRefusals(
  { errors, refusals }: ApplicationControls,
  { step, lastStep, goTo }: { step: number; lastStep: number; goTo(step: number): void },
  form: { current: HTMLFormElement | null },
): readonly string[] {
  const seen = useRef(0);
  const [summary, setSummary] = useState<readonly string[]>([]);
  useEffect(() => {
    if (seen.current === refusals) return;
    const wrong = Object.keys(errors).filter((name) => errors[name]);
    const steps = wrong
      .map((name) => (name.startsWith('consent') ? lastStep : findStep(name)))
      .filter((index) => index >= 0);
    const first = Math.min(...steps);
    // A page that was open for long learns only now that lenders need details.
    if (first !== step && Number.isFinite(first)) return goTo(first);
    seen.current = refusals;
    setSummary(wrong.filter((name) => findStep(name) < 0 || findStep(name) === step));
    form.current
      ?.querySelector<HTMLElement>('[aria-invalid=true], .bands:has(.error) input')
      ?.focus();
  }, [refusals, errors, step, lastStep, goTo, form]);
  return summary;
}
