// Several statements in one message and one round trip: one Sync at the end makes them one transaction, all or nothing.
import pg from 'pg'

export type Statement = {
  text: string
  values?: unknown[]
  /** Prepared once per connection under this name, which must stand for this text only. */
  name?: string
  /** The rows come as arrays of texts, without asking for types and without parsing. */
  plain?: true
}

/** A row of a plain statement. */
export type PlainRow = (string | null)[]

/**
 * Sends the statements together. They are one transaction of their own unless the connection is inside one already.
 * The first error rejects, and of a transaction of their own nothing stays. Resolves only after the commit.
 */
export function sendBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(client, statements, resolve, reject))
  })
}

/** More prepared statements than this are closed again, the longest unused first: each costs memory in its backend. */
const maxPrepared = 256

type Prepared = { names: Set<string>; doubtful: Set<string> }
const preparedOn = new WeakMap<pg.Connection, Prepared>()

type Field = { name: string; dataTypeID: number }
type Pending = pg.QueryResult & { parsers: ((text: string) => unknown)[] }

/** A query to the driver, which lets no other class into a pipelined connection. */
class Batch extends pg.Query {
  readonly #client: pg.ClientBase
  readonly #statements: readonly Statement[]
  readonly #resolve: (results: pg.QueryResult[]) => void
  readonly #reject: (error: Error) => void
  readonly #results: Pending[]
  #fresh: string[] = []
  #prepared: Prepared | undefined
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
    connection.stream.cork()
    try {
      this.#send(connection)
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  #send(connection: pg.Connection) {
    const prepared = preparedOn.get(connection) ?? { names: new Set(), doubtful: new Set() }
    preparedOn.set(connection, prepared)
    this.#prepared = prepared
    for (const name of prepared.doubtful) connection.close({ type: 'S', name }, true)
    prepared.doubtful.clear()
    for (const { name = '', text, values = [], plain } of this.#statements) {
      if (name === '' || !prepared.names.delete(name)) {
        connection.parse({ name, text, types: [] }, true)
        if (name !== '') this.#fresh.push(name)
      }
      if (name !== '') prepared.names.add(name)
      connection.bind({ portal: '', statement: name, binary: '', values: values.map(wireValue) }, true)
      if (!plain) connection.describe({ type: 'P', name: '' }, true)
      connection.execute(null, true)
    }
    for (const name of prepared.names) {
      if (prepared.names.size <= maxPrepared) break
      prepared.names.delete(name)
      connection.close({ type: 'S', name }, true)
    }
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }) {
    const result = this.#results[this.#at]!
    result.fields = fields as pg.FieldDef[]
    result.parsers = fields.map((field) => this.#client.getTypeParser(field.dataTypeID, 'text'))
  }

  handleDataRow({ fields: values }: { fields: (string | null)[] }) {
    const result = this.#results[this.#at]!
    if (this.#statements[this.#at]!.plain) return void result.rows.push(values as pg.QueryResultRow)
    const row: Record<string, unknown> = {}
    for (const [i, value] of values.entries())
      row[result.fields[i]!.name] = value === null ? null : result.parsers[i]!(value)
    result.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }) {
    const result = this.#results[this.#at++]!
    const [, command = '', count] = /^(\w+)(?: \d+)??(?: (\d+))?$/.exec(text) ?? []
    result.command = command
    result.rowCount = count === undefined ? null : Number(count)
  }

  handleEmptyQuery() {
    this.#at++
  }

  handleError(error: Error) {
    // Whether a statement was prepared before the error came is not known: it is closed before it is prepared again.
    for (const name of this.#fresh) {
      this.#prepared?.names.delete(name)
      this.#prepared?.doubtful.add(name)
    }
    this.#reject(error)
  }

  handleReadyForQuery() {
    this.#resolve(this.#results)
  }
}

/** A value as PostgreSQL reads it: lists as its arrays, objects as JSON, instants in UTC. */
function wireValue(value: unknown): string | Buffer | null {
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
