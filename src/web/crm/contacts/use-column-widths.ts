import { useState } from 'react'
import { type ColumnId, keepWidths, keptWidths, nameColumn, narrowest, standingColumns, widest } from './columns.ts'

/** What a field of the business takes, in rem. */
const CUSTOM_WIDTH = 9

/** How wide each column is, and drawing one wider. `template` is the grid of a row. */
export function useColumnWidths(columns: readonly ColumnId[]) {
  const [drawn, setDrawn] = useState(keptWidths)
  const widthOf = (id: string) =>
    drawn[id] ??
    (id === nameColumn.id ? nameColumn : standingColumns.find((column) => column.id === id))?.width ??
    CUSTOM_WIDTH
  return {
    widthOf,
    template: [
      '3.25rem',
      `minmax(${widthOf(nameColumn.id)}rem, 1.4fr)`,
      ...columns.map((id) => `minmax(${widthOf(id)}rem, 1fr)`),
      '3.25rem',
    ].join(' '),
    draw(id: string, rem: number) {
      const next = { ...drawn, [id]: Math.min(widest, Math.max(narrowest, rem)) }
      setDrawn(next)
      keepWidths(next)
    },
  }
}

export type ColumnWidths = ReturnType<typeof useColumnWidths>
