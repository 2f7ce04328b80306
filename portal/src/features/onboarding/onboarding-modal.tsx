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

/** A modal that nothing but its own work closes. Each step starts with the focus on its title. */
export function OnboardingModal({ title, progress, size, children }: Props) {
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <Modal
      opened
      onClose={stay}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size={size}
      padding={0}
      title={
        <>
          {progress !== null && <span className={classes.progress}>{progress}</span>}
          <span ref={heading} tabIndex={-1} data-autofocus className={classes.title}>
            {title}
          </span>
        </>
      }
      classNames={classNames}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  );
}
