import { lazy, Suspense } from 'react';
import { Checkbox, Select, Skeleton, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { listCategories, listFreeEvents } from '@lintel/contract/emails/templates';
import { templateTypes } from '@lintel/contract/emails/constants';
import type { TemplateProblem } from '@lintel/contract/emails/queue';
import { call } from '../../lib/api/call.ts';
import { problemsIn, type CodeProblem } from '../../ui/code-problems.ts';
import type { TemplateForm } from './use-template-form.ts';
import classes from './emails.module.css';

/** Where the body is wrong: from the preview, or else from a rejected save. */
const bodyProblems = (
  problem: TemplateProblem | null | undefined,
  refusal: string | undefined,
): CodeProblem[] => (problem?.field === 'body' ? [problem] : problemsIn(refusal));

const getCategories = call<typeof listCategories>({
  method: 'GET',
  path: '/manage/emails/template-categories',
});

/** The template categories. */
const categoriesQuery = queryOptions({
  queryKey: ['emails', 'categories'],
  queryFn: async ({ signal }) => (await getCategories({}, { signal })).data,
});

const getFreeEvents = call<typeof listFreeEvents>({
  method: 'GET',
  path: '/manage/emails/free-used-for',
});

/** The free events for a new template. Each save changes them, so they are never cached. */
const freeEventsQuery = queryOptions({
  queryKey: ['emails', 'free-events'],
  queryFn: ({ signal }) => getFreeEvents({}, { signal }),
  staleTime: 0,
});

const CodeEditor = lazy(() =>
  import('../../ui/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

const types = templateTypes.map(({ value, label }) => ({ value: String(value), label }));

interface Props {
  used: TemplateForm;
  /** A stored template keeps its event. */
  isNew: boolean;
  /** Where the preview found an error in the template. */
  problem: TemplateProblem | null | undefined;
}

/** A template's fields. */
export function TemplateFields({ used, isNew, problem }: Props) {
  const { line, errors, values, setValue, field } = used;
  return (
    <div className={classes.fields}>
      <Choices used={used} isNew={isNew} />
      <TextInput
        {...line('subject')}
        error={errors['subject'] ?? (problem?.field === 'subject' && problem.message)}
        label={m.common_subject()}
        required
        className={classes.wide ?? ''}
      />
      <TextInput {...line('from')} label={m.emails_template_from()} type="email" required />
      <TextInput {...line('to')} label={m.common_to()} required />
      <TextInput {...line('bcc')} label={m.emails_template_bcc()} />
      <TextInput {...line('description')} label={m.common_description()} />
      <div className={classes.wide}>
        <Suspense fallback={<Skeleton height={320} radius="md" />}>
          <CodeEditor
            label={m.emails_template_body()}
            required
            value={values.body}
            onChange={(body) => setValue('body', body)}
            onBlur={field('body').onBlur}
            problems={bodyProblems(problem, errors['body'])}
            error={errors['body']}
          />
        </Suspense>
      </div>
      <Flags used={used} />
    </div>
  );
}

/** Whether the message has an unsubscribe link, and whether it is sent at all. */
function Flags({ used: { values, errors, setValue } }: Pick<Props, 'used'>) {
  const flag = (name: 'unsubscribe' | 'enabled') => ({
    checked: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      setValue(name, event.currentTarget.checked),
  });
  return (
    <>
      <Checkbox
        {...flag('unsubscribe')}
        label={m.emails_template_unsubscribe()}
        description={m.emails_template_unsubscribeHelp()}
      />
      <Checkbox
        {...flag('enabled')}
        label={m.emails_template_enabled()}
        description={m.emails_template_enabledHelp()}
      />
    </>
  );
}

/** The template's type, event, and category. */
function Choices({ used: { values, errors, setValue, field }, isNew }: Omit<Props, 'problem'>) {
  const categories = useQuery(categoriesQuery).data ?? [];
  const events = useQuery({ ...freeEventsQuery, enabled: isNew }).data ?? [];
  const choice = (name: 'type' | 'usedFor' | 'category') => ({
    value: values[name] || null,
    error: errors[name],
    'aria-invalid': errors[name] !== undefined,
    onChange: (value: string | null) => setValue(name, value ?? ''),
    onBlur: field(name).onBlur,
  });
  return (
    <>
      <Select
        {...choice('type')}
        label={m.common_type()}
        placeholder={m.common_chooseType()}
        data={types}
        required
        data-autofocus
      />
      {isNew && (
        <Select
          {...choice('usedFor')}
          label={m.emails_template_usedFor()}
          placeholder={m.emails_template_chooseEvent()}
          data={events.map(({ id, type }) => ({ value: String(id), label: type }))}
          nothingFoundMessage={m.emails_template_eventsTaken()}
          searchable
          required
        />
      )}
      <Select
        {...choice('category')}
        label={m.common_category()}
        placeholder={m.common_none()}
        data={categories.map(({ id, category }) => ({ value: String(id), label: category }))}
        clearable
        clearButtonProps={{ 'aria-label': m.emails_template_noCategory() }}
      />
    </>
  );
}
