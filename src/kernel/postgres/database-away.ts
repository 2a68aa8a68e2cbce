/** SQLSTATE: connection exceptions, too many connections, shutdown. Network errors of Node. */
const awayCode = /^(08...|53300|57P0[1-3]|ECONN\w+|ENOENT|EPIPE|ENOTFOUND|ETIMEDOUT)$/

/** Messages of the driver's errors without a code. */
const driverMessages = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
])

/** Whether an error means that the database is unreachable or its connection was lost. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  return typeof code === 'string' ? awayCode.test(code) : driverMessages.has(message)
}
