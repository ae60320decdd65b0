/** The same keys, each with its own words. */
export type Words<Shape> = { [Key in keyof Shape]: Shape[Key] extends string ? string : Words<Shape[Key]> };
