import { useId, type ComponentProps } from 'react';
import { classNames } from './classNames';
import styles from './TextInput.module.css';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'id'> {
  /** Name for screen readers; everyone else reads the text beside the field. */
  readonly label: string;
}

export function TextInput({ label, className, type = 'text', ...rest }: TextInputProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input {...rest} id={id} type={type} className={classNames(styles.input, className)} />
    </>
  );
}
