/** The operations of a JSON patch that set `data.value` of these nodes of a checked canvas; a node that is gone has none. */
export function valuePatch(document: unknown, values: ReadonlyMap<string, string>): object[] {
  const { nodes } = document as { nodes: readonly { readonly id: string }[] };
  return nodes.flatMap(({ id }, index) => {
    const value = values.get(id);
    return value === undefined ? [] : { op: 'add', path: `/nodes/${index}/data/value`, value };
  });
}
