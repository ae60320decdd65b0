/** Tasks on the bytes of a picture, see decodePicture. */
export type DecodeTask = 'inspect' | 'fit' | 'square' | 'small256' | 'small1024';

/** The facts of a picture's header, and the most that reading it costs. */
export interface PictureHead {
  readonly width: number;
  readonly height: number;
  readonly weightBytes: number;
}

export interface DecodeResult {
  readonly width: number;
  readonly height: number;
  /** SHA-256 of the encoded bytes, hex. */
  readonly sha256: string;
  /** Whether it says where it was taken; only of one that is inspected. */
  readonly hasLocation: boolean;
  /** The signer that the picture itself names; only after an inspection. */
  readonly signedBy: string | null;
  /** Null where the bytes stay as they are, or there are none. */
  readonly contentType: string | null;
  readonly bytes: Buffer | null;
}

/** Message to a decoding process: a job, whose bytes follow on its standard input, and whether to go on once its head is read. */
export type ToDecoder = { readonly task: DecodeTask; readonly byteLength: number } | 'go' | 'leave';

/** Message of a decoding process; the bytes of a done picture follow on its standard output. */
export type FromDecoder =
  | { readonly head: PictureHead }
  | { readonly done: Omit<DecodeResult, 'bytes'>; readonly byteLength: number }
  | 'unreadable';
