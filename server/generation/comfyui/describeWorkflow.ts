import type { ComfyInput, Workflow } from './Workflow';

/** Tells an operator, in lines, which nodes of a workflow a picture is made with. */
export function describeWorkflow(workflow: Workflow): string {
  const { name, graph, words, pictures, seed, size, batch, countMax, result } = workflow;
  const node = (id: string): string => `node ${id} (${graph[id]?.class_type ?? '?'})`;
  const at = (input: ComfyInput | null, none: string): string => (input ? `${node(input.node)}, ${input.input}` : none);
  return [
    name,
    `  words     ${at(words, '')}`,
    ...(pictures.length === 0
      ? ["  pictures  none: title a Load Image node 'Picture 1'"]
      : pictures.map((input, index) => `  picture ${index + 1} ${at(input, '')}`)),
    `  seed      ${at(seed, "none, so that every run makes the same: title it 'Seed'")}`,
    `  shape     ${size === null ? "its own: title the node with width and height 'Size'" : node(size)}`,
    `  count     ${batch === null ? "one: title the node with batch_size or amount 'Count'" : `${at(batch, '')}, 1 to ${countMax}`}`,
    `  result    ${result === null ? 'the first picture that is saved' : node(result)}`,
  ].join('\n');
}
