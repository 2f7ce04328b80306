import { useEffect, useRef, type ReactNode } from 'react';
import { Modal } from '@mantine/core';
import classes from './onboarding.module.css';

interface Props {
  title: string;
  /** Where one is, such as "Step 1 of 2"; null when there is only this step. */
  progress: string | null;
  size: number;
  children: ReactNode;
}

const stay = (): void => undefined;
const classNames = {
  root: classes.root ?? '',
  content: classes.content ?? '',
  header: classes.header ?? '',
  title: classes.titles ?? '',
  body: classes.body ?? '',
};

/** A modal that nothing but its own work closes. */
export function OnboardingModal({ title, progress, size, children }: Props) {
  return (
    <Modal
      opened
      onClose={stay}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size={size}
      padding={0}
      yOffset="clamp(12px, 3dvh, 40px)"
      title={
        <>
          {progress !== null && <span className={classes.progress}>{progress}</span>}
          <StepTitle key={title} title={title} />
        </>
      }
      classNames={classNames}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  );
}

/** Each step starts with the focus on its title. */
function StepTitle({ title }: { title: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return (
    <span ref={ref} tabIndex={-1} data-autofocus className={classes.title}>
      {title}
    </span>
  );
}
