import { Modal } from '@mantine/core';
import classes from './pages.module.css';

/** What the home equity option means for homeowner and contractor. */
export function HelocModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="What is a HELOC?"
      classNames={{ body: classes.helocText ?? '' }}
    >
      <p>
        A home equity line of credit lets homeowners borrow against the part of their home that they
        own. They draw money when the project needs it and pay interest only on what they have
        drawn, usually at a lower rate than a personal loan.
      </p>
      <p>
        It suits larger projects and owners who have lived in their home for some years. Because the
        home is the security, approval takes longer than for a personal loan.
      </p>
      <p>
        When HELOC offers are on, applications that lenders mark as qualified earn you a flat{' '}
        <strong>$15</strong> commission each, as long as the page has no concierge.
      </p>
    </Modal>
  );
}
