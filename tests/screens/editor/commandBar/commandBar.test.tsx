import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandBar } from '../../../../src/screens/editor/commandBar/CommandBar';
import { openActionTargets } from '../../../support/actionTargets';

// In jsdom nothing scrolls.
beforeEach(() => void Object.assign(Element.prototype, { scrollIntoView: vi.fn<() => void>() }));

describe('the command bar', () => {
  it('chooses nothing at the keys that end a Hangul syllable, as Safari sends them', async () => {
    const { targets } = openActionTargets();
    let closings = 0;
    render(
      <CommandBar
        targets={targets}
        zone={{
          models: { names: null, canWrite: null },
          add: () => null,
          focus: () => undefined,
          showCanvas: () => undefined,
        }}
        goTo={() => undefined}
        onClose={() => {
          closings += 1;
        }}
      />,
    );
    const field = screen.getByRole('combobox');
    const first = field.getAttribute('aria-activedescendant');
    fireEvent.keyDown(field, { key: 'ArrowDown', keyCode: 229 });
    expect(field).toHaveAttribute('aria-activedescendant', first);
    await userEvent.type(field, 'note');
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(closings).toBe(0);
    await userEvent.type(field, '{Enter}');
    expect(closings).toBe(1);
  });
});
