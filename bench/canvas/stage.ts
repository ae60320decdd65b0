/** The window everybody is measured in, and the part of it that the editor's canvas fills; CSS pixels. */
export const WINDOW = { width: 1440, height: 900 } as const;
export const STAGE = { x: 70, y: 56, width: 1370, height: 844 } as const;
