// Requests that this process injects into its own app, to render pages.

/** The remote address of an injected request. No socket has it, and no header sets it. */
export const inProcessAddress = 'in-process'
