import type { TestEditor } from '../../support/TestEditor';

/** The ids of the nodes that the engine reads from now on, each as often as it is read. */
export function askedOf(editor: TestEditor): readonly string[] {
  const { document } = editor.engine;
  const asked: string[] = [];
  const node = document.node.bind(document);
  document.node = (id) => {
    asked.push(id);
    return node(id);
  };
  return asked;
}
