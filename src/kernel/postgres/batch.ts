// Several statements in one pipeline and one round trip: a single Sync at the end makes them one implicit transaction.
import pg from 'pg'
import { DirectConnection, type Receiver } from './direct-client.ts'
import { type WireValue, compose, write } from './messages.ts'

export type Statement = {
  text: string
  values?: readonly unknown[]
  /** Prepared once per connection under this name, which must be unique to this text. PostgreSQL uses its first 63 bytes. */
  name?: string
  /** Returns rows as lists of raw bytes in text format, without parsing and without names and types. */
  plain?: true
}

/** A row of a plain statement. Over a connection from outside the pool, values are strings. */
export type PlainRow = (Buffer | string | null)[]

/**
 * Sends the statements together. They form an implicit transaction unless the connection already is in one.
 * The first error rejects, after the rollback of an implicit transaction. Resolves only after the commit.
 */
export function sendBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(client, statements, resolve, reject))
  })
}

/** Maximum of prepared statements per connection, with LRU eviction: each costs memory in its backend. */
const maxPrepared = 256

type PreparedStatements = { names: Set<string>; doubtful: Set<string> }
const preparedOn = new WeakMap<pg.Connection, PreparedStatements>()

type Parser = (text: string) => unknown
type Field = { name: string; dataTypeID: number }
type Result = pg.QueryResult & { parsers: Parser[] }

/** A Query subclass, the only class that the driver accepts on a pipelined connection. */
class Batch extends pg.Query implements Receiver {
  readonly #client: pg.ClientBase
  readonly #statements: readonly Statement[]
  readonly #resolve: (results: pg.QueryResult[]) => void
  readonly #reject: (error: Error) => void
  readonly #results: Result[]
  #fresh: string[] = []
  #prepared: PreparedStatements | undefined
  #at = 0

  constructor(
    client: pg.ClientBase,
    statements: readonly Statement[],
    resolve: (results: pg.QueryResult[]) => void,
    reject: (error: Error) => void,
  ) {
    super('')
    this.#client = client
    this.#statements = statements
    this.#resolve = resolve
    this.#reject = reject
    this.#results = statements.map(() => ({ command: '', rowCount: null, oid: 0, fields: [], rows: [], parsers: [] }))
  }

  override submit = (connection: pg.Connection) => {
    let bytes: Buffer
    try {
      bytes = compose(() => this.#write(connection))
    } catch (error) {
      return error // the driver passes it to handleError and sends nothing
    }
    this.#prepared?.doubtful.clear()
    if (connection instanceof DirectConnection) connection.ask(this, bytes)
    else connection.stream.write(bytes)
    return null
  }

  #write(connection: pg.Connection) {
    const prepared = preparedOn.get(connection) ?? { names: new Set(), doubtful: new Set() }
    preparedOn.set(connection, prepared)
    this.#prepared = prepared
    for (const name of prepared.doubtful) write.close(name)
    for (const { name = '', text, values = [], plain } of this.#statements) {
      if (name === '' || !prepared.names.delete(name)) {
        if (name !== '') this.#fresh.push(name)
        write.parse(name, text)
      }
      if (name !== '') prepared.names.add(name)
      write.bind(name, values.map(wireValue))
      if (!plain) write.describe()
      write.execute()
    }
    for (const name of prepared.names) {
      if (prepared.names.size <= maxPrepared) break
      prepared.names.delete(name)
      write.close(name)
    }
    write.sync()
  }

  receiveFields(fields: Field[]) {
    const result = this.#results[this.#at]!
    result.fields = fields as pg.FieldDef[]
    result.parsers = fields.map((field) => this.#client.getTypeParser(field.dataTypeID, 'text') as Parser)
  }

  receiveRow(values: PlainRow) {
    const result = this.#results[this.#at]!
    result.rows.push(this.#statements[this.#at]!.plain ? values : readRow(result, values))
  }

  receiveComplete(tag: string) {
    const result = this.#results[this.#at++]!
    const parts = tag.split(' ')
    result.command = parts[0]!
    result.rowCount = parts.length > 1 ? Number(parts.at(-1)) : null
  }

  // Called by the driver on a connection outside our pool, which parses rows itself.
  handleRowDescription({ fields }: { fields: Field[] }) {
    this.receiveFields(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    this.receiveRow(fields)
  }

  handleCommandComplete({ text }: { text: string }) {
    this.receiveComplete(text)
  }

  handleEmptyQuery() {
    this.receiveComplete('')
  }

  /** An error of a statement rejects once its transaction has ended: its row locks are released by then. */
  handleError(error: Error, connection: pg.Connection) {
    // The statement may have been prepared before the error, so it is closed before it is prepared again.
    for (const name of this.#fresh) {
      this.#prepared?.names.delete(name)
      this.#prepared?.doubtful.add(name)
    }
    if (!(error instanceof pg.DatabaseError)) return this.#reject(error)
    const ended = () => {
      connection.off('readyForQuery', ended).off('end', ended)
      this.#reject(error)
    }
    connection.on('readyForQuery', ended).on('end', ended)
  }

  handleReadyForQuery() {
    this.#resolve(this.#results)
  }
}

function readRow({ fields, parsers }: Result, values: PlainRow) {
  const row: Record<string, unknown> = {}
  for (const [i, value] of values.entries())
    row[fields[i]!.name] = value === null ? null : parsers[i]!(value.toString())
  return row
}

/** Serializes a parameter: lists as PostgreSQL arrays, objects as JSON, instants in UTC. */
function wireValue(value: unknown): WireValue {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return String(value as number | boolean | bigint)
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? arrayText(value) : JSON.stringify(value)
}

function arrayText(values: unknown[]): string {
  const elements = values.map((value) => {
    if (Array.isArray(value)) return arrayText(value)
    const wire = wireValue(value)
    if (wire === null) return 'NULL'
    const text = Buffer.isBuffer(wire) ? `\\x${wire.toString('hex')}` : wire
    return `"${text.replace(/["\\]/g, '\\$&')}"`
  })
  return `{${elements.join(',')}}`
}
