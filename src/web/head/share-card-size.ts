/** Size of the generated share image, in pixels. */
export const cardWidth = 1200
export const cardHeight = 630
