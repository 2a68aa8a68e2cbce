// Parses a chosen file in the browser.
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import type { Layout } from '#features/budget/bank-files/columns.ts'
import { type BankFile, readLines, TooManyLines } from '#features/budget/bank-files/read-lines.ts'
import { openSheetBytes } from '#lib/spreadsheets/open-sheet-bytes.ts'
import { NotASheet } from '#lib/spreadsheets/sheet-row.ts'
import { dayOf } from '#lib/time/dates.ts'
import { fileErrorTexts } from './import-texts.ts'

const maxBytes = 20_000_000

type Bytes = Uint8Array<ArrayBuffer>
export type FileState =
  | { at: 'choose'; errorText?: string }
  | { at: 'reading'; name: string }
  /** The columns are unknown, or no row could be parsed with them. */
  | { at: 'columns'; name: string; bytes: Bytes; file: BankFile; errorText: string }
  | { at: 'ready'; name: string; bytes: Bytes; file: BankFile }

export function useBankFile() {
  const today = dayOf(useNow())
  const [state, setState] = useState<FileState>({ at: 'choose' })

  async function read(name: string, bytes: Bytes, layout?: Layout) {
    setState({ at: 'reading', name })
    try {
      const file = await readLines(openSheetBytes(bytes), { today, layout, pause: nextTask })
      const errorText = errorOf(file)
      if (errorText && file.sample.length > 0) setState({ at: 'columns', name, bytes, file, errorText })
      else setState({ at: 'ready', name, bytes, file })
    } catch (error) {
      setState({ at: 'choose', errorText: textOf(error) })
      if (!(error instanceof NotASheet || error instanceof TooManyLines)) throw error
    }
  }
  return {
    state,
    choose: async (file: File) => {
      if (file.size > maxBytes) return setState({ at: 'choose', errorText: fileErrorTexts.too_big })
      setState({ at: 'reading', name: file.name })
      // A phone also offers files of a cloud drive, which cannot always be read.
      const bytes = await file.arrayBuffer().catch(() => undefined)
      if (bytes) await read(file.name, new Uint8Array(bytes))
      else setState({ at: 'choose', errorText: fileErrorTexts.not_on_device })
    },
    readAgain: (layout: Layout) => ('bytes' in state ? read(state.name, state.bytes, layout) : Promise.resolve()),
    chooseColumns: () => {
      if (state.at === 'ready') setState({ ...state, at: 'columns', errorText: '' })
    },
    restart: () => setState({ at: 'choose' }),
  }
}

/** Yields to the browser, which can paint between chunks of rows. */
const nextTask = () => new Promise<void>((resolve) => void setTimeout(resolve))

function errorOf({ hasHeader, lines, errors }: BankFile) {
  if (!hasHeader) return 'לא מצאנו בקובץ כותרות של תאריך, תיאור וסכום. אפשר לבחור כאן את העמודות'
  if (lines.length > 0) return undefined
  return errors.length > 0
    ? 'אף שורה לא נקראה: כנראה אלה לא העמודות הנכונות. אפשר לבחור אותן כאן'
    : fileErrorTexts.no_lines
}

function textOf(error: unknown) {
  if (error instanceof NotASheet) return fileErrorTexts[error.code]
  return error instanceof TooManyLines ? fileErrorTexts.too_many_lines : fileErrorTexts.file_broken
}
