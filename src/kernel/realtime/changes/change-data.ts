// The payload of one change as a client receives it, with only the columns it may read.
import type { RowChange, AuthorizedChange } from './authorize-change.ts'
import type { PublishedTable } from './tables.ts'

const largestRecordBytes = 1024 * 1024
const smallValueBytes = 64

/** The payload of a change for one set of columns. Its frames are cached by subscription ids, topic and protocol. */
export type ChangeData = { text: string; frames: Map<number | string, Map<string, Buffer>> }

type Texts = Map<string, string>

/** Creates the JSON text of a change for a set of columns. Equal arguments return the same object. */
export function createChangeData(change: RowChange, table: PublishedTable, { record, oldRecord }: AuthorizedChange) {
  const cache = new Map<string, ChangeData>()
  const primary = table.columns.filter(({ isPrimary }) => isPrimary).map(({ name }) => name)

  const isShownKey = (name: string) => change.type === 'DELETE' || record?.get(name) === oldRecord?.get(name)

  return (readable: string[], select: string[] | undefined, readsOld: boolean): ChangeData => {
    const columns = select ? readable.filter((name) => select.includes(name)) : readable
    const key = `${readsOld} ${columns.join()}`
    const cached = cache.get(key)
    if (cached) return cached
    // Old-row columns that every subscriber receives: the key of a deleted row, else the key columns of the new row.
    const oldColumns = readsOld ? columns : columns.filter((name) => primary.includes(name) && isShownKey(name))
    const data: ChangeData = { text: write(pick(record, columns), pick(oldRecord, oldColumns)), frames: new Map() }
    cache.set(key, data)
    return data
  }

  function write(current: Texts, old: Texts) {
    const isTooLarge = bytes(current) + bytes(old) > largestRecordBytes
    const [shown, shownOld] = isTooLarge ? [onlySmall(current), onlySmall(old)] : [current, old]
    const described = change.type === 'DELETE' ? shownOld : shown
    const columns = table.columns.filter(({ name }) => described.has(name)).map(({ name, type }) => ({ name, type }))
    const parts = [
      `"schema":${JSON.stringify(change.relation.schema)}`,
      `"table":${JSON.stringify(change.relation.table)}`,
      `"type":"${change.type}"`,
      `"commit_timestamp":"${change.committedAt.toISOString()}"`,
      `"columns":${JSON.stringify(columns)}`,
      ...(change.type === 'DELETE' ? [] : [`"record":${object(shown)}`]),
      ...(change.type === 'INSERT' ? [] : [`"old_record":${object(shownOld)}`]),
      `"errors":${isTooLarge ? '["Error 413: Payload Too Large"]' : 'null'}`,
    ]
    return `{${parts.join(',')}}`
  }
}

const pick = (texts: Texts | null, columns: string[]): Texts =>
  new Map([...(texts ?? [])].filter(([name]) => columns.includes(name)))
const onlySmall = (texts: Texts): Texts =>
  new Map([...texts].filter(([, text]) => Buffer.byteLength(text) <= smallValueBytes))
const bytes = (texts: Texts) => [...texts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
const object = (texts: Texts) => `{${[...texts].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
