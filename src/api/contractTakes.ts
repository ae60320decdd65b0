/** The shapes of takes: the finished pictures and texts of nodes, each with what made it. */
import * as z from 'zod/mini';
import { ID_MAX, NAME_MAX, REJECTED, generateItem } from './contract';

const TAKES_MAX_PAGE = 200;
/** The exact request that made a take. Its pictures are `/files/` addresses. */
export const recipe = z.object({
  /** The model as the node names it. */
  model: z.string(),
  /** Settings beyond the engine's own choice. */
  settings: z.object({
    aspectRatio: z.optional(z.string()),
    count: z.optional(z.int()),
    /** 'words' for a text; a picture when absent. */
    makes: z.optional(z.literal('words')),
  }),
  items: z.array(generateItem),
});
export type Recipe = z.infer<typeof recipe>;

/** The values of lists in a cell of a sheet, by the list's id. */
export const cell = z.record(z.string(), z.string());
export type Cell = z.infer<typeof cell>;

/** 1 to 5, REJECTED, or null for none. */
const rating = z.nullable(z.union([z.int().check(z.minimum(1), z.maximum(5)), z.literal(REJECTED)]));

export const take = z.object({
  id: z.int(),
  projectId: z.int(),
  nodeId: z.string(),
  /** A /files/ address; of a text a name by its words, which opens nothing. */
  url: z.string(),
  /** The words of a text; absent for a picture. */
  text: z.optional(z.string()),
  /** Null for a picture made by an older version. */
  recipe: z.nullable(recipe),
  /** Equal requests have equal keys. */
  key: z.nullable(z.string()),
  /** Tells deliberate repetitions of one request apart. */
  number: z.int(),
  cell: z.nullable(cell),
  /** The model that really made it. */
  model: z.nullable(z.string()),
  /** Millionths of a US dollar; null when not known. */
  costMicros: z.nullable(z.int()),
  createdAt: z.string(),
  rating,
});
export type Take = z.infer<typeof take>;
export const takeList = z.array(take);

/** A page of takes, newest first. */
export const takePage = z.object({
  takes: takeList,
  /** `before` of the next page; null at the end. */
  next: z.nullable(z.string()),
});
export type TakePage = z.infer<typeof takePage>;

const paging = {
  /** Takes with at least this many stars. */
  ratingMin: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5))),
  /** Cursor of the earlier page's end: its `next`. */
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(TAKES_MAX_PAGE))),
};
export const projectTakesQuery = z.object({ nodeId: z.optional(z.string().check(z.maxLength(ID_MAX))), ...paging });
export type ProjectTakesQuery = z.infer<typeof projectTakesQuery>;

export const libraryQuery = z.object({
  /** Beginnings of the recipe's words: Korean syllables and initials too. */
  q: z.optional(z.string().check(z.maxLength(NAME_MAX))),
  projectId: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  /** The model that really made it. */
  model: z.optional(z.string().check(z.maxLength(NAME_MAX))),
  from: z.optional(z.iso.datetime({ offset: true })),
  to: z.optional(z.iso.datetime({ offset: true })),
  ...paging,
});
export type LibraryQuery = z.infer<typeof libraryQuery>;

export const rateTake = z.object({ rating });

/** Unverified claims of a picture's file about itself. */
export const credentials = z.object({
  /** The name in the certificate of its content credentials (C2PA); null without one. */
  signedBy: z.nullable(z.string()),
});

/** The longer side of a small version, in pixels. */
export const smallQuery = z.object({ size: z.optional(z.enum(['256', '1024'])) });
