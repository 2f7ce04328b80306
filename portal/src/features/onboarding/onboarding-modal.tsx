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
  body: classes.body ?? '',
  title: classes.title ?? '',
};

/** A modal that nothing but its own work closes. */
export function OnboardingModal({ title, progress, size, children }: Props) {
  return (
    <Modal.Root
      opened
      onClose={stay}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      size={size}
      yOffset="clamp(12px, 3dvh, 40px)"
      transitionProps={{ duration: 0 }}
      classNames={classNames}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg">
        <div className={classes.header}>
          {progress !== null && <p className={classes.progress}>{progress}</p>}
          <StepTitle key={title} title={title} />
        </div>
        <Modal.Body p={0}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Each step starts with the focus on its title. */
function StepTitle({ title }: { title: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return (
    <Modal.Title ref={ref} tabIndex={-1} data-autofocus>
      {title}
    </Modal.Title>
  );
}
