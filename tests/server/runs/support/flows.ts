import { emptyCanvas } from '../../support/Person';

interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly position?: { readonly x: number; readonly y: number };
}

const at = { x: 0, y: 0 };
export const prompt = (id: string, value: string): FlowNode => ({ id, type: 'textPrompt', data: { value } });
export const image = (id: string, data: object = {}): FlowNode => ({ id, type: 'image', data });

/** A canvas of nodes and pipes, each pipe as 'from>to'. */
export function flow(nodes: readonly FlowNode[], pipes: readonly string[]): object {
  const edges = pipes.map((pipe) => {
    const [source, target] = pipe.split('>');
    return { id: `${source}-${target}`, source, target };
  });
  return { ...emptyCanvas(), nodes: nodes.map((node) => ({ position: at, ...node })), edges };
}
