/** The same keys, each with words of its own. */
export type Words<Shape> = { [Key in keyof Shape]: Shape[Key] extends string ? string : Words<Shape[Key]> };
