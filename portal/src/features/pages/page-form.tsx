import { useState } from 'react';
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import type { Opportunity } from '@lintel/contract/billing';
import { logoRule, tidyPageName, type CoBrandedPage } from '@lintel/contract/pages';
import { Card } from '../../ui/card.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { IconInfoCircle } from '../../ui/icons.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { HelocModal } from './heloc-modal.tsx';
import { PageSwitches } from './page-switches.tsx';
import { usePageForm } from './use-page-form.ts';
import classes from './pages.module.css';

const logoHint = 'Max size is 1 Mb';

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
export function PageForm(props: Props) {
  const { page, opportunities, concierge, onCancel } = props;
  const [asksHeloc, setAsksHeloc] = useState(false);
  const used = usePageForm(props);
  const { form, values, errors, busy, setValue, conflict } = used;
  return (
    <Card title={page === null ? 'New page' : `Edit ${page.pageName}`}>
      <form {...form} className={classes.form}>
        <ConflictNotice theirs={conflict.theirs} mine={values} onOverwrite={conflict.overwrite} />
        <PageFields used={used} />
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

function PageFields({ used: { field, values, setValue, logo } }: { used: ReturnType<typeof usePageForm> }) {
  return (
    <>
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
      <div className={classes.logoField}>
        <FileField
          label="Logo"
          rule={logoRule}
          file={logo.file}
          stored={logo.stored}
          onChange={logo.choose}
          onRemove={logo.remove}
          description="PNG, GIF or JPG."
          error={logo.error}
        />
        <Tooltip label={logoHint} events={{ hover: true, focus: true, touch: true }}>
          <ActionIcon variant="subtle" color="gray" aria-label={logoHint}>
            <IconInfoCircle size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <TextInput
        {...field('logoLinkUrl')}
        label="Logo link URL"
        maxLength={128}
        inputMode="url"
        description="Where a click on the logo leads, for example your website."
      />
    </>
  );
}
