// Kills this process with SIGKILL at a statement that it sends to the database.
import pg from 'pg'

export type StatementStep = {
  /** A substring of the statement. */
  statement: string
  when: 'before' | 'after'
  /** The occurrence of a statement with this text. Default: the first. */
  nth?: number
  /** Kills at the commit of its transaction instead. */
  atCommit?: boolean
}

export function killAt({ statement, when, nth = 1, atCommit = false }: StatementStep) {
  const { prototype } = pg.Client
  const query = Reflect.get(prototype, 'query') as (...all: unknown[]) => unknown
  const die = () => void process.kill(process.pid, 'SIGKILL')
  let seen = 0
  let committing: pg.Client | undefined
  Reflect.set(prototype, 'query', function (this: pg.Client, ...all: unknown[]) {
    const [first] = all as [string | { text?: string }]
    const text = typeof first === 'string' ? first : first.text
    const isStatement = text?.includes(statement) && ++seen === nth
    // oxlint-disable-next-line typescript/no-this-alias -- the connection whose commit is awaited
    if (isStatement && atCommit) committing = this
    const isIt = atCommit ? committing === this && text === 'commit' : isStatement
    if (isIt && when === 'before') die()
    const result = Reflect.apply(query, this, all)
    // Registered before the caller's continuation, which never runs.
    if (isIt) void Promise.resolve(result).then(die)
    return result
  })
}
