/** What link previews show beside a title, in pixels. */
export const cardWidth = 1200
export const cardHeight = 630
