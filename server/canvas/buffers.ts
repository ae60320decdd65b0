/** The same bytes, not a copy of them: what comes from another thread is a plain array. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The memory of byte arrays anywhere in a plain value, where it is theirs alone: it can change hands without a copy. */
export function ownBuffers(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength } = value;
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(ownBuffers) : [];
}
