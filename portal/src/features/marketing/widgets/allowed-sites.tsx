import { Button, TextInput } from '@mantine/core';
import { FormActions } from '../../../ui/form-actions.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { SiteChips } from './site-chips.tsx';
import { useSiteList } from './use-site-list.ts';
import classes from './sites.module.css';

interface Props {
  contractorId: number;
  stored: readonly string[];
}

/** The websites that may show the widgets. */
export function AllowedSites({ contractorId, stored }: Props) {
  const list = useSiteList(contractorId, stored);
  return (
    <section aria-label="Websites that may show your widgets">
      <h3>Websites that may show your widgets</h3>
      <SiteChips sites={list.sites} disabled={list.busy} onRemove={list.remove} />
      <form onSubmit={list.add} className={classes.line} noValidate>
        <TextInput
          label="Website"
          placeholder="www.example.com"
          inputMode="url"
          autoComplete="off"
          value={list.typed}
          onChange={({ currentTarget }) => list.setTyped(currentTarget.value)}
          error={list.problem}
        />
        <Button
          type="submit"
          variant="default"
          disabled={list.typed.trim() === '' || list.busy}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          Add
        </Button>
      </form>
      {list.changed && (
        <form onSubmit={list.save}>
          <FormActions submit="Save websites" busy={list.busy} onCancel={list.cancel} />
        </form>
      )}
    </section>
  );
}
