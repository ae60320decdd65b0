/** Turns of the wheel from one end of the zoom's range to the other. */
export const ZOOM_STEPS = 60;
