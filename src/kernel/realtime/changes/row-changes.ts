// Converts decoder messages to row changes, and looks up the published table of each change.
import type pg from 'pg'
import type { LogicalMessage, Relation } from '../source/pgoutput.ts'
import type { RowChange } from './authorize-change.ts'
import { type PublishedTable, publishedTables } from './tables.ts'

export function createRowChanges(pool: pg.Pool) {
  const relations = new Map<number, { relation: Relation; table?: Promise<PublishedTable | undefined> }>()
  let transaction = { xid: 0, committedAt: new Date(0) }

  const common = (oid: number) => ({
    relation: relations.get(oid)!.relation,
    xid: transaction.xid,
    committedAt: transaction.committedAt,
  })

  return {
    /** Returns undefined for messages that carry no row. */
    read(message: LogicalMessage): RowChange | undefined {
      switch (message.kind) {
        case 'begin':
          transaction = message
          return undefined
        case 'relation':
          relations.set(message.relation.oid, { relation: message.relation })
          return undefined
        case 'insert':
          return { type: 'INSERT', ...common(message.relation), after: message.after, isWhole: false }
        case 'update': {
          const { after, before, isWhole } = message
          return { type: 'UPDATE', ...common(message.relation), after, isWhole, ...(before && { before }) }
        }
        case 'delete': {
          const { before, isWhole } = message
          return { type: 'DELETE', ...common(message.relation), before, isWhole }
        }
        default:
          return undefined
      }
    },
    /** The catalog entry of a table, cached until the decoder describes the table again, which follows every DDL. */
    async tableOf({ oid, schema, table }: Relation) {
      const knownRelation = relations.get(oid)
      if (!knownRelation) throw new Error('the change feed was restarted')
      knownRelation.table ??= publishedTables(pool, schema, table).then((rows) =>
        rows.find(({ relation }) => relation === oid),
      )
      knownRelation.table.catch(() => delete knownRelation.table)
      return knownRelation.table
    },
    clear: () => relations.clear(),
  }
}
