import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SaveState } from '../../src/screens/shell/SaveState';
import { StoresProvider } from '../../src/screens/StoresContext';
import { Desk } from '../stores/support/Desk';
import { canvas } from '../stores/support/snapshots';

it.each([
  ['', 'mulgil.json'],
  ['Rivers: 1/2', 'Rivers 1 2.json'],
])('work set aside in a project that is called "%s" is saved as %s', async (name, file) => {
  const desk = new Desk();
  desk.projects.put(7, canvas([]));
  vi.spyOn(await desk.edit(7), 'readAside').mockResolvedValue(new Map([['aside/7', 'work']]));
  desk.stores.project.setProjectName(name);
  desk.stores.save.setAside(true);
  const files: string[] = [];
  URL.createObjectURL = () => 'blob:file';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push(this.download);
  });
  render(
    <StoresProvider stores={desk.stores}>
      <SaveState />
    </StoresProvider>,
  );
  fireEvent.click(screen.getByRole('button'));
  await act(() => desk.clock.pass(100));
  expect(files).toEqual([file]);
});
