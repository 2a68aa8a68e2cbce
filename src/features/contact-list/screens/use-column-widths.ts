import { useState } from 'react'
import {
  type ColumnId,
  storeWidths,
  storedWidths,
  nameColumn,
  MIN_WIDTH,
  builtInColumns,
  MAX_WIDTH,
} from './columns.ts'

/** Default width of a custom field, in rem. */
const CUSTOM_WIDTH = 9

/** The checkbox and action columns, in rem. */
const EDGE = '3.25rem'

/** Column widths and resizing. `template` is a row's grid template, `total` its minimum width. */
export function useColumnWidths(columns: readonly ColumnId[]) {
  const [drawn, setDrawn] = useState(storedWidths)
  const widthOf = (id: string) =>
    drawn[id] ??
    (id === nameColumn.id ? nameColumn : builtInColumns.find((column) => column.id === id))?.width ??
    CUSTOM_WIDTH
  const all = [nameColumn.id, ...columns].map(widthOf)
  return {
    widthOf,
    // Free space is distributed proportionally.
    template: [EDGE, ...all.map((rem) => `minmax(${rem}rem, ${rem}fr)`), EDGE].join(' '),
    total: `${all.reduce((sum, rem) => sum + rem, 2 * Number.parseFloat(EDGE))}rem`,
    draw(id: string, rem: number) {
      const next = { ...drawn, [id]: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, rem)) }
      setDrawn(next)
      storeWidths(next)
    },
  }
}

export type ColumnWidths = ReturnType<typeof useColumnWidths>
