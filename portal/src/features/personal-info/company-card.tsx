import type { Contractor } from '@lintel/contract/contractors';
import { EditableCard } from '../../ui/editable-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { CompanyForm } from './company-form.tsx';

/** What the contractor is called and where it is found. */
export function CompanyCard({ company }: { company: Contractor }) {
  return (
    <EditableCard
      name="company"
      title="Company Profile"
      renderForm={(close) => <CompanyForm company={company} onClose={close} />}
    >
      <Facts
        facts={[
          ['Company name', company.companyName],
          ['Address', company.companyAddress || 'None'],
          ['Site URL', company.websiteUrl || 'None'],
        ]}
      />
    </EditableCard>
  );
}
