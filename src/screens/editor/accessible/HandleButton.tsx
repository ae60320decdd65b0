import { HANDLE_SIZE, type Handle } from '../../../engine';
import { boxStyle } from '../../../engine/konva';
import styles from './HandleButton.module.css';

const WORDS = {
  'text input': 'handle.textInput',
  'image input': 'handle.imageInput',
  'video input': 'handle.videoInput',
  'audio input': 'handle.audioInput',
  'text output': 'handle.textOutput',
  'image output': 'handle.imageOutput',
  'video output': 'handle.videoInput',
  'audio output': 'handle.audioInput',
} as const;

export const handleWord = ({ flow, side }: Pick<Handle, 'flow' | 'side'>) => WORDS[`${flow} ${side}`];

const TIPS = {
  'text input': 'handleTip.textInput',
  'image input': 'handleTip.imageInput',
  'video input': 'handleTip.videoInput',
  'audio input': 'handleTip.audioInput',
  'text output': 'handleTip.textOutput',
  'image output': 'handleTip.imageOutput',
  'video output': 'handleTip.videoInput',
  'audio output': 'handleTip.audioInput',
} as const;

/** The purpose of a handle, in a sentence. */
export const tipWord = ({ flow, side }: Pick<Handle, 'flow' | 'side'>) => TIPS[`${flow} ${side}`];

interface HandleButtonProps {
  readonly handle: Handle;
  readonly label: string;
  readonly isTabStop: boolean;
  /** True when the pending connection made with keys begins here. */
  readonly isPending: boolean;
  readonly onPress: () => void;
}

/** A handle for the keyboard and the screen reader; the pointer goes through it to the canvas. */
export function HandleButton({ handle, label, isTabStop, isPending, onPress }: HandleButtonProps) {
  const { offset, isConnectable } = handle;
  return (
    <button
      type="button"
      className={styles.handle}
      style={boxStyle({
        x: offset.x - HANDLE_SIZE / 2,
        y: offset.y - HANDLE_SIZE / 2,
        width: HANDLE_SIZE,
        height: HANDLE_SIZE,
      })}
      data-handle={handle.id}
      tabIndex={isTabStop && isConnectable ? 0 : -1}
      aria-label={label}
      aria-disabled={!isConnectable || undefined}
      aria-pressed={isConnectable ? isPending : undefined}
      onClick={() => {
        if (isConnectable) onPress();
      }}
    />
  );
}
