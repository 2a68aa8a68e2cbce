// Requests that this process injects into its own app, to render pages.

/** The remote address of an injected request. A client cannot have it or set it by a header. */
export const inProcessAddress = 'in-process'
