/**
 * A startup error with a cause that the operator can fix.
 * The message is printed as one sentence, without a stack.
 */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartupError'
  }
}
