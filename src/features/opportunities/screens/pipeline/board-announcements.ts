// Screen reader announcements while a card is dragged.
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import type { BoardAnnouncements } from '#ui/board/board-props.ts'

const at = (column: string, place: number, of: number) => `שלב ${isolate(column)}, מקום ${place} מתוך ${of}`

export const boardAnnouncements: BoardAnnouncements = {
  columns: 'מעבר לשלב',
  cardRole: 'כרטיס הזדמנות',
  instructions:
    'רווח מרים את הכרטיס, החצים מזיזים אותו בין השלבים ובתוך השלב, רווח נוסף מניח אותו ו־Escape מחזיר אותו. M פותח את תפריט ההעברה לשלב, X בוחר, Enter פותח את ההזדמנות.',
  lifted: (card, column, place, of) => `הכרטיס ${isolate(card)} הורם. ${at(column, place, of)}`,
  over: (_card, column, place, of) => at(column, place, of),
  dropped: (card, column, place, of) => `הכרטיס ${isolate(card)} הונח. ${at(column, place, of)}`,
  cancelled: (card, column) => `ההעברה בוטלה. הכרטיס ${isolate(card)} נשאר בשלב ${isolate(column)}`,
}
