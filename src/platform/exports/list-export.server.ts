// Function that exports a list as a spreadsheet. The ids are read and logged in one transaction, the rows in pages in later ones.
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint, type Endpoint } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { z } from '#lib/schema.ts'
import type { SheetFormat } from '#lib/spreadsheets/sheet-formats.ts'
import { sheetResponse } from '#lib/spreadsheets/sheet-response.ts'

/** Rows read per transaction. */
const page = 1000

type ListExport<Input, Row> = {
  /** Name of the function. */
  name: string
  /** Name of the list in the export log. */
  list: string
  /** Title of the sheet in the file. */
  title: string
  input: z.ZodType<Input>
  refusals: Readonly<Record<string, string>>
  /** Ids of the requested rows, in the order of the file. */
  findIds: (db: Db, input: Input) => Promise<{ id: string }[]>
  /** The search parameters stored in the export log. */
  searchOf: (input: Input) => string
  columns: readonly [name: string, cell: (row: Row) => string | null | undefined][]
  /** SQL that reads the rows of the ids in $1, in that order. */
  readRows: string
}

/** Restricted to owners and admins. */
export const defineListExport = <Input extends { format: SheetFormat }, Row extends object>({
  name,
  list,
  title,
  input,
  refusals,
  findIds,
  searchOf,
  columns,
  readRows,
}: ListExport<Input, Row>): Endpoint =>
  defineEndpoint({
    name,
    caller: async (db) => (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin') as may`)).may,
    methods: ['POST'],
    perClient: { burst: 20, refillMs: 600_000 },
    refusals,
    async fetch(request, { transaction }) {
      const parsed = input.safeParse(await request.json().catch(() => undefined))
      if (!parsed.success) throw new Refusal('invalid_input', 422, parsed.error.issues[0]?.message ?? 'Invalid input')
      const ids = await transaction(async (db) => {
        const found = await findIds(db, parsed.data)
        await db.query('insert into exports (list, format, search, row_count) values ($1, $2, $3, $4)', [
          list,
          parsed.data.format,
          searchOf(parsed.data),
          found.length,
        ])
        return found.map(({ id }) => id)
      })
      async function* lines() {
        yield columns.map(([column]) => column)
        for (let at = 0; at < ids.length; at += page) {
          const rows = await transaction((db) => db.query<Row>(readRows, [ids.slice(at, at + page)]))
          for (const row of rows) yield columns.map(([, cell]) => cell(row) ?? '')
        }
      }
      return sheetResponse(parsed.data.format, title, lines())
    },
  })
