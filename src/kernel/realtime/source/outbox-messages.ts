// Turns outbox rows into the messages of the logical decoder, so that both sources look the same to their handler.
import type pg from 'pg'
import { readComposite } from './composite.ts'
import type { LogicalMessage, Relation, Tuple } from './pgoutput.ts'

export type Row = {
  id: string
  transaction: string
  noted_at: Date
  kind: 'INSERT' | 'UPDATE' | 'DELETE' | 'MESSAGE'
  relation: number
  attributes: number[]
  new_row: string | null
  old_row: string | null
  prefix: string
  content: Buffer
}

type TableDescription = {
  relation: number
  schema_name: string
  table_name: string
  identity: Relation['identity']
  columns: { number: number; name: string; typeOid: number; isKey: boolean }[] | null
}

/** Remembers which table descriptions were already emitted. */
export function outboxMessages(client: pg.Client) {
  const emitted = new Map<number, string>()
  let transaction = ''

  return async function toMessages(rows: Row[]): Promise<LogicalMessage[]> {
    const tables = await describe(rows)
    return rows.flatMap((row) => {
      const table = tables.get(row.relation)
      const relationMessages = table && isNew(table) ? [relationMessage(table)] : []
      return [...relationMessages, ...begin(row), ...toMessage(row, table)]
    })
  }

  async function describe(rows: Row[]) {
    const relations = new Set(rows.flatMap(({ kind, relation }) => (kind === 'MESSAGE' ? [] : [relation])))
    if (relations.size === 0) return new Map<number, TableDescription>()
    const text = 'select * from realtime.describe_tables($1)'
    const { rows: tables } = await client.query<TableDescription>({ name: 'tables', text, values: [[...relations]] })
    return new Map(tables.map((table) => [table.relation, table]))
  }

  function isNew(table: TableDescription) {
    const text = JSON.stringify(table)
    if (emitted.get(table.relation) === text) return false
    emitted.set(table.relation, text)
    return true
  }

  function begin({ transaction: xid, noted_at: committedAt }: Row): LogicalMessage[] {
    if (xid === transaction) return []
    transaction = xid
    return [{ kind: 'begin', xid: Number(BigInt(xid) & 0xffffffffn), committedAt }]
  }
}

const relationMessage = ({
  relation,
  schema_name,
  table_name,
  identity,
  columns,
}: TableDescription): LogicalMessage => ({
  kind: 'relation',
  relation: { oid: relation, schema: schema_name, table: table_name, identity, columns: columns ?? [] },
})

/** Rows of tables dropped or no longer published are ignored. */
function toMessage(row: Row, table: TableDescription | undefined): LogicalMessage[] {
  if (row.kind === 'MESSAGE') return [{ kind: 'message', prefix: row.prefix, content: row.content }]
  if (!table) return []
  const relation = table.relation
  const after = row.new_row === null ? [] : tupleOf(row.new_row, row.attributes, table)
  const before = row.old_row === null ? [] : tupleOf(row.old_row, row.attributes, table)
  const isWhole = table.identity === 'f'
  switch (row.kind) {
    case 'INSERT':
      return [{ kind: 'insert', relation, after }]
    case 'DELETE':
      return [{ kind: 'delete', relation, before, isWhole }]
    case 'UPDATE': {
      const isKeyTouched = table.columns?.some(({ isKey }, i) => isKey && before[i] !== after[i])
      return [{ kind: 'update', relation, after, isWhole, ...((isWhole || isKeyTouched) && { before }) }]
    }
  }
}

/** Maps a row image to the current columns: a column added since has no value, a dropped column is omitted. */
function tupleOf(image: string, attributes: number[], { columns }: TableDescription): Tuple {
  const values = new Map(readComposite(image).map((value, i) => [attributes[i], value]))
  return (columns ?? []).map(({ number }) => values.get(number))
}
