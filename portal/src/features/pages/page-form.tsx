import { useState } from 'react';
import { TextInput } from '@mantine/core';
import type { Opportunity } from '@lintel/contract/billing';
import { logoRule, tidyPageName, type CoBrandedPage } from '@lintel/contract/pages';
import { messageOf } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { Card } from '../../ui/card.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { savePage } from './api/save-page.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { HelocModal } from './heloc-modal.tsx';
import { PageSwitches } from './page-switches.tsx';
import { pageRules, valuesOf } from './page-values.ts';
import { useConflict } from './use-conflict.ts';
import classes from './pages.module.css';

interface Props {
  contractorId: number;
  companyName: string;
  /** The page that is edited; null makes a new one. */
  page: CoBrandedPage | null;
  opportunities: readonly Opportunity[];
  concierge: { shown: boolean; implied: boolean };
  onSaved(page: CoBrandedPage, message: string): void;
  /** Without it there is nothing to go back to. */
  onCancel?: (() => void) | undefined;
}

/** Creates or changes a co-branded page. What was typed stays until it is saved or canceled. */
export function PageForm({ contractorId, companyName, page, opportunities, concierge, onSaved, onCancel }: Props) {
  const [logo, setLogo] = useState<File | null>(null);
  const [removeLogo, setRemoveLogo] = useState(false);
  const [asksHeloc, setAsksHeloc] = useState(false);
  const [logoError, setLogoError] = useState<string>();
  const conflict = useConflict(contractorId, page);
  const { form, field, values, errors, busy, setValue } = useContractForm({
    initial: valuesOf(page, companyName),
    rules: () => Promise.resolve(pageRules),
    fieldFor: (name) => name.replace(/^params\./, ''),
    onSubmit: async ({ pageName, ...params }) => {
      setLogoError(undefined);
      const saved = await savePage({ contractorId, existing: conflict.existing, pageName, params, logo, removeLogo });
      onSaved(saved.page, saved.message);
    },
    onFailure: (error) => {
      const fields = (error as { fields?: Record<string, string> }).fields ?? {};
      if (fields['logo']) return setLogoError(fields['logo']);
      if (!conflict.take(error)) showToast(messageOf(error), 'danger', toastLife.long);
    },
  });
  const chooseLogo = (file: File | null): void => {
    setLogo(file);
    setRemoveLogo(false);
    setLogoError(undefined);
  };
  return (
    <Card title={page === null ? 'New page' : `Edit ${page.pageName}`}>
      <form {...form} className={classes.form}>
        <ConflictNotice theirs={conflict.theirs} mine={values} onOverwrite={conflict.overwrite} />
        <TextInput {...field('companyName')} label="Company name" required maxLength={240} />
        <TextInput
          {...field('pageName')}
          label="Page name"
          required
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          description={`${window.location.origin}/p/${tidyPageName(values.pageName) || 'your-page'}`}
          onBlur={() => setValue('pageName', tidyPageName(values.pageName))}
        />
        <TextInput
          {...field('title')}
          label="Title"
          maxLength={250}
          description="The headline of the page. Leave it empty for the standard one."
        />
        <FileField
          label="Logo"
          rule={logoRule}
          file={logo}
          stored={removeLogo ? null : (page?.logoUrl ?? null)}
          onChange={chooseLogo}
          onRemove={() => setRemoveLogo(true)}
          description="PNG, GIF or JPG. Max size is 1 Mb."
          error={logoError}
        />
        <TextInput
          {...field('logoLinkUrl')}
          label="Logo link URL"
          maxLength={128}
          inputMode="url"
          description="Where a click on the logo leads, for example your website."
        />
        <PageSwitches
          values={values}
          errors={errors}
          opportunities={opportunities}
          concierge={concierge}
          onChange={setValue}
          onAskHeloc={() => setAsksHeloc(true)}
        />
        <FormActions submit={page === null ? 'CREATE' : 'SUBMIT'} busy={busy} {...(onCancel && { onCancel })} />
      </form>
      <HelocModal opened={asksHeloc} onClose={() => setAsksHeloc(false)} />
    </Card>
  );
}
