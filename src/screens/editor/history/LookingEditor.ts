import { Editor, type EditorInput, type KeyInput } from '../../../engine';

const isViewKey = ({ key, code = '', shift }: KeyInput): boolean =>
  key.startsWith('Arrow') || ['+', '-', '=', '_'].includes(key) || (shift && ['Digit0', 'Digit1'].includes(code));

/** A canvas to look at: it can be moved and zoomed, and nothing in it can be touched. */
export class LookingEditor extends Editor {
  override dispatch(input: EditorInput): boolean {
    switch (input.type) {
      case 'pointerDown':
      case 'pointerMove':
      case 'pointerUp':
        // The middle button moves the view wherever it lands.
        return super.dispatch({ ...input, button: 1 });
      case 'keyDown':
        return isViewKey(input) && super.dispatch(input);
      case 'wheel':
      case 'tick':
      case 'pointerLeave':
      case 'cancel':
        return super.dispatch(input);
      case 'keyUp':
      case 'doubleClick':
      case 'dragOver':
        return false;
    }
  }
}
