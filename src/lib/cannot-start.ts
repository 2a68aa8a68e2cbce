/**
 * A start that must not go on, for a reason the person at the terminal can mend.
 * The message is the whole answer: one clear sentence, printed without a stack.
 */
export class CannotStart extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotStart'
  }
}
