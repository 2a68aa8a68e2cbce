/** SQLSTATE: connection exceptions, too many connections, shutdown. Network errors of Node. */
const awayCode = /^(08...|53300|57P0[1-3]|ECONN\w+|ENOENT|EPIPE|ENOTFOUND|ETIMEDOUT)$/

/** What the driver throws without a code. */
const driverMessages = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
])

/** Whether an error says that the database cannot be reached, or that its connection is gone. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  return typeof code === 'string' ? awayCode.test(code) : driverMessages.has(message)
}
