import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import MadeOf from '../../../../src/screens/editor/takes/MadeOf';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { Desk } from '../../../stores/support/Desk';
import { art, canvas } from '../../../stores/support/snapshots';

const PICTURE = '/files/a.png';

let desk: Desk;
let open: OpenEditor;
let way: string[];

beforeEach(async () => {
  desk = new Desk();
  desk.projects.put(7, canvas([art('art', PICTURE)]));
  open = await desk.edit(7);
  way = [];
});

const ask = (): void => {
  render(
    <StoresProvider stores={desk.stores}>
      <MadeOf
        flow={open.flow}
        pid={7}
        url={PICTURE}
        onGoTo={(nodeId) => way.push(nodeId)}
        onClose={() => way.push('closed')}
      />
    </StoresProvider>,
  );
};

describe('what made a picture [STRIP-10]', () => {
  it('is its recipe, with the way to its node on this canvas', async () => {
    desk.takes.put('art', PICTURE);
    desk.takes.put('gone', PICTURE);
    desk.takes.put('other', PICTURE, { projectId: 8 });
    ask();
    fireEvent.click(await screen.findByRole('button', { name: 'Go to its node' }));
    expect(screen.getByText('a cat asleep')).toBeInTheDocument();
    await vi.waitFor(() => expect(way).toEqual(['closed', 'art']));
  });

  it('is there for a node that was deleted, and puts it down as a new branch', async () => {
    desk.takes.put('gone', PICTURE);
    ask();
    fireEvent.click(await screen.findByRole('button', { name: 'New branch from here' }));
    expect(screen.getByText('Its node was deleted.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Go to its node' })).toBeNull();
    await vi.waitFor(() => expect(open.editor.document.nodeCount).toBe(3));
  });

  it('leads to the project it was made in', async () => {
    desk.takes.put('art', PICTURE, { projectId: 8 });
    ask();
    expect(await screen.findByRole('link', { name: 'Open that project' })).toHaveAttribute('href', '/main/8#node=art');
  });

  it('is nothing for one that was uploaded, and says where it could not be read', async () => {
    ask();
    expect(await screen.findByText(/it was uploaded/)).toBeInTheDocument();
    expect(screen.queryByText(/signed/i)).toBeNull();
  });

  it.each(['made', 'uploaded'])(
    'says who has signed one that was %s, not that the signature is valid [SIGNED-3]',
    async (how) => {
      if (how === 'made') desk.takes.put('art', PICTURE);
      desk.signers.set(PICTURE, 'Han & Son');
      ask();
      const words = await screen.findByText('Signed by Han & Son');
      expect(words).toHaveAccessibleDescription("The name in this file's certificate. Nobody has checked it.");
    },
  );

  it('says where it could not be read', async () => {
    desk.takes.isBroken = true;
    ask();
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
  });
});
