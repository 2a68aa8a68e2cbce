import { useState } from 'react'
import { type ColumnId, storeWidths, storedWidths, nameColumn, narrowest, builtInColumns, widest } from './columns.ts'

/** What a field of the business takes, in rem. */
const CUSTOM_WIDTH = 9

/** The columns of the tick and of the actions. */
const EDGE = '3.25rem'

/** How wide each column is, and drawing one wider. `template` is the grid of a row, `total` the least it takes. */
export function useColumnWidths(columns: readonly ColumnId[]) {
  const [drawn, setDrawn] = useState(storedWidths)
  const widthOf = (id: string) =>
    drawn[id] ??
    (id === nameColumn.id ? nameColumn : builtInColumns.find((column) => column.id === id))?.width ??
    CUSTOM_WIDTH
  const all = [nameColumn.id, ...columns].map(widthOf)
  return {
    widthOf,
    // What is left over is shared out in proportion.
    template: [EDGE, ...all.map((rem) => `minmax(${rem}rem, ${rem}fr)`), EDGE].join(' '),
    total: `${all.reduce((sum, rem) => sum + rem, 2 * Number.parseFloat(EDGE))}rem`,
    draw(id: string, rem: number) {
      const next = { ...drawn, [id]: Math.min(widest, Math.max(narrowest, rem)) }
      setDrawn(next)
      storeWidths(next)
    },
  }
}

export type ColumnWidths = ReturnType<typeof useColumnWidths>
