import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { tidyWebAddress } from '@lintel/contract/core/web-address';
import { logoRule, tidyPageName, type CoBrandedPage } from '@lintel/contract/pages';
import { FileField } from '../../ui/file-field.tsx';
import { IconInfoCircle } from '../../ui/icons.ts';
import type { usePageForm } from './use-page-form.ts';
import classes from './pages.module.css';

const logoHint = 'Max size is 1 Mb';

interface Props {
  page: CoBrandedPage | null;
  used: ReturnType<typeof usePageForm>;
}

/** What the page says: names, headline, logo. */
export function PageFields({ page, used }: Props) {
  const { field, logo } = used;
  return (
    <>
      <TextInput {...field('companyName')} label="Company name" required maxLength={240} />
      <PageNameField page={page} used={used} />
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
          <ActionIcon
            className={classes.logoHint ?? ''}
            variant="subtle"
            color="gray"
            aria-label={logoHint}
          >
            <IconInfoCircle size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <LogoLinkField used={used} />
    </>
  );
}

/** Where the logo leads, tidied when it is left. */
function LogoLinkField({ used: { field, values, setValue } }: Pick<Props, 'used'>) {
  const input = field('logoLinkUrl');
  const tidyUp = (): void => {
    setValue('logoLinkUrl', tidyWebAddress(values.logoLinkUrl));
    input.onBlur();
  };
  return (
    <TextInput
      {...input}
      label="Logo link URL"
      maxLength={128}
      inputMode="url"
      description="Where a click on the logo leads, for example your website."
      onBlur={tidyUp}
    />
  );
}

/** The public address without the page's name. */
const addressBefore = (page: CoBrandedPage | null): string =>
  page === null ? `${window.location.origin}/p/` : page.fullUrl.slice(0, -page.pageName.length);

/** The page's name, tidied when it is left, with the address that it makes. */
function PageNameField({ page, used: { field, values, setValue } }: Props) {
  const input = field('pageName');
  const tidy = tidyPageName(values.pageName);
  const tidyUp = (): void => {
    if (tidy !== values.pageName) setValue('pageName', tidy);
    input.onBlur();
  };
  const moves = page !== null && tidy !== '' && tidy !== page.pageName;
  return (
    <TextInput
      {...input}
      label="Page name"
      required
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      description={
        <>
          <span className={classes.address}>{addressBefore(page) + (tidy || 'your-page')}</span>
          {moves && (
            <span className={classes.moves}>
              The old address keeps working: links and printed codes lead to the new one.
            </span>
          )}
        </>
      }
      onBlur={tidyUp}
    />
  );
}
