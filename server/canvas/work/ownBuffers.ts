/** The memory of byte arrays anywhere in a plain value, where it is theirs alone: it can change hands without a copy. */
export function ownBuffers(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength } = value;
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(ownBuffers) : [];
}
